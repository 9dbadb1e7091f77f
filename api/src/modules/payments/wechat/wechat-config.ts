import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { WechatConfig } from './wechat-types.ts'

const HOSTS = {
  cn: 'https://api.mch.weixin.qq.com',
  global: 'https://apihk.mch.weixin.qq.com',
}

/** The WECHAT_* variables of the environment; all of them optional, since the demo has a simulator. */
export const WECHAT_SETTINGS = {
  WECHAT_FLAVOUR: z.enum(['cn', 'global'], 'has to be cn or global').default('global'),
  WECHAT_BASE_URL: z.url('is not a complete address').optional(),
  WECHAT_APPID: z.string().min(1).optional(),
  WECHAT_MCHID: z.string().min(1).optional(),
  WECHAT_MCC: z
    .string()
    .regex(/^\d{4}$/, 'is not the four digits of a merchant category')
    .optional(),
  WECHAT_MERCHANT_SERIAL: z.string().min(1).optional(),
  WECHAT_MERCHANT_KEY_FILE: z.string().min(1).optional(),
  WECHAT_API_V3_KEY: z.string().length(32, 'does not have 32 characters').optional(),
  WECHAT_PLATFORM_KEY_ID: z.string().min(1).optional(),
  WECHAT_PLATFORM_KEY_FILE: z.string().min(1).optional(),
  WECHAT_NOTIFY_URL: z.url('is not a complete address').optional(),
}
export type WechatSettings = z.output<z.ZodObject<typeof WECHAT_SETTINGS>>

const REQUIRED = [
  'WECHAT_APPID',
  'WECHAT_MCHID',
  'WECHAT_MERCHANT_SERIAL',
  'WECHAT_MERCHANT_KEY_FILE',
  'WECHAT_API_V3_KEY',
  'WECHAT_PLATFORM_KEY_ID',
  'WECHAT_PLATFORM_KEY_FILE',
] as const

/** A real merchant's papers, or undefined where none are set. Half of them is a mistake. */
export function wechatConfig(settings: WechatSettings, siteUrl: string): WechatConfig | undefined {
  const missing = REQUIRED.filter((name) => settings[name] === undefined)
  if (missing.length === REQUIRED.length) return undefined
  if (missing.length > 0) {
    throw new Error(`WeChat Pay is only half set up. Also set ${missing.join(', ')}`)
  }
  const value = (name: (typeof REQUIRED)[number]) => settings[name] ?? ''
  const flavour = settings.WECHAT_FLAVOUR
  return {
    flavour,
    baseUrl: settings.WECHAT_BASE_URL ?? HOSTS[flavour],
    appid: value('WECHAT_APPID'),
    mchid: value('WECHAT_MCHID'),
    ...(settings.WECHAT_MCC && { mcc: settings.WECHAT_MCC }),
    merchantSerial: value('WECHAT_MERCHANT_SERIAL'),
    merchantPrivateKey: readPem('WECHAT_MERCHANT_KEY_FILE', value('WECHAT_MERCHANT_KEY_FILE')),
    apiV3Key: value('WECHAT_API_V3_KEY'),
    platformKeys: {
      [value('WECHAT_PLATFORM_KEY_ID')]: readPem(
        'WECHAT_PLATFORM_KEY_FILE',
        value('WECHAT_PLATFORM_KEY_FILE'),
      ),
    },
    preferredSerial: value('WECHAT_PLATFORM_KEY_ID'),
    notifyUrl: settings.WECHAT_NOTIFY_URL ?? new URL('/api/wxpay/notify', siteUrl).href,
  }
}

function readPem(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Error(`${name}: the file ${file} cannot be read`)
  }
}

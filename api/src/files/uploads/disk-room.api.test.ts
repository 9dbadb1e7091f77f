import sharp from 'sharp'
import { uploads } from '@awards/shared/contract'
import { testApi } from '../../../test/test-api.ts'

const api = await testApi()
const entrant = api.as(await api.build.user())
const picture = await sharp({
  create: { width: 1_600, height: 1_200, channels: 3, background: '#8899aa' },
})
  .jpeg()
  .toBuffer()
const input = {
  filename: 'a.jpg',
  mime: 'image/jpeg',
  size: picture.length,
  purpose: 'entry_image' as const,
}
const full = {
  code: 503,
  data: { reason: 'DISK_FULL' },
  msg: expect.stringMatching(/disk .+ full/),
}

async function bring(url: string) {
  const headers = { 'content-type': 'application/octet-stream' }
  const answer = await api.app.inject({ method: 'PUT', url, payload: picture, headers })
  return answer.json<{ code: number }>()
}

test('refuses an upload that would fill the disk before its bytes arrive, and accepts it once there is room', async () => {
  proves('call upload/sign')
  const { url, resume_url } = await entrant.call(uploads.sign, input)
  const { diskReserve } = api.context.config
  api.context.config.diskReserve = Infinity
  expect(await entrant.answer(uploads.sign, input)).toMatchObject(full)
  expect(await bring(url)).toMatchObject(full)
  const piece = await api.app.inject({
    method: 'PATCH',
    url: resume_url,
    payload: picture,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
  })
  expect(piece.statusCode).toBe(503)

  api.context.config.diskReserve = diskReserve
  expect(await bring(url)).toMatchObject({ code: 200 })
})

import { callApi, handleError, readToken } from '@awards/shared/client'
import { entries, type OwnerEntryInfo } from '@awards/shared/contract'
import { useCurrentUser, useSiteDispatch } from '@awards/shared/session'
import { Form } from 'antd'
import { del, get, set } from 'idb-keyval'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useSaveMoments } from '../common/use-save-moments.ts'
import { entrantApi } from '../entrant.api.ts'
import { createPublicationSaver, type PublicationValues } from './publication-saver.ts'

/** The form of what is published, with its autosave and its copy on this device. */
export function usePublication(info: OwnerEntryInfo) {
  const { apply_order_id } = info
  const dispatch = useSiteDispatch()
  const user = useCurrentUser()
  const [form] = Form.useForm<PublicationValues>()
  const key = `award-draft:${user?.id ?? ''}:${apply_order_id}`
  const [saver] = useState(() => {
    const options = { skipErrorHandler: true }
    let sentToken: string | undefined
    return createPublicationSaver(
      { version: info.version, info: info.winning_info ?? {} },
      {
        async save(version, winning_info) {
          sentToken = readToken()
          const input = { apply_order_id, version, info: winning_info }
          const answer = await callApi(entries.winningInfoEdit, input, options)
          dispatch(
            entrantApi.util.updateQueryData('entryInfo', { apply_order_id }, (cached) => {
              Object.assign(cached, { version: answer.version, winning_info })
            }),
          )
          return answer
        },
        async load() {
          const theirs = await callApi(entries.info, { apply_order_id }, options)
          const { winning_info } = theirs.projection === 'owner' ? theirs : info
          const version = theirs.projection === 'owner' ? theirs.version : info.version
          return { version, info: winning_info ?? {} }
        },
        keep: (values) => void (values ? set(key, values) : del(key)).catch(() => undefined),
        refused: (error) => handleError(error, sentToken),
      },
    )
  })

  useEffect(() => {
    const restore = (copy: PublicationValues | undefined) => {
      if (!copy) return
      form.setFieldsValue(copy)
      saver.change(copy, copy)
    }
    void get<PublicationValues>(key).then(restore, () => undefined)
  }, [form, key, saver])
  useSaveMoments(saver)

  const saving = useSyncExternalStore(saver.subscribe, saver.snapshot)
  return { form, saver, saving }
}

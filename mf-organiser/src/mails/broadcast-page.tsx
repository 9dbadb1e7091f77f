import { useApiMutation, useApiQuery } from '@awards/shared/client'
import { broadcasts, type Broadcast } from '@awards/shared/contract'
import { AUDIENCES, LANGUAGES, type Audience } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { DefinitionList, QueryState, TextLink } from '@awards/shared/ui'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { Refusal } from '../desk/refusal.tsx'
import { BroadcastForm } from './broadcast-form.tsx'
import styles from './mails.module.css'
import prepared from './prepared-texts.json'
import { StartDialog, useStart } from './start-dialog.tsx'
import { VIEW, type Choices } from './view.ts'

const POLL_MS = 3_000

const isAudience = (word: string | null): word is Audience => AUDIENCES.some((one) => one === word)

/** A broadcast that begins with a prepared text, for the audience and edition of the address. */
export function NewBroadcast({ choices }: { choices: Choices }) {
  const [search] = useSearchParams()
  const asked = search.get('audience')
  const audience = isAudience(asked) ? asked : 'drafts'
  const about = search.get('edition')
  const edition = choices.editions.find(({ code, id }) => code === about || id === about)
  return (
    <BroadcastForm
      choices={choices}
      begun={null}
      initial={{
        audience,
        edition_id: edition?.id ?? choices.edition_id ?? '',
        category_id: null,
        language: null,
        texts: search.get('text') === 'extended' ? prepared.extended : prepared[audience],
      }}
    />
  )
}

/** One broadcast: a form while it is a draft, afterwards what became of it. */
export function BroadcastPage({ id, choices }: { id: string; choices: Choices }) {
  const query = useApiQuery(broadcasts.broadcast, { broadcast_id: id })
  return (
    <QueryState query={query}>
      {(broadcast) =>
        broadcast.state === 'draft' ? (
          <BroadcastForm choices={choices} begun={broadcast} initial={valuesOf(broadcast)} />
        ) : (
          <Report broadcast={broadcast} perMinute={choices.per_minute} />
        )
      }
    </QueryState>
  )
}

const valuesOf = ({ edition, category, audience, language, texts }: Broadcast) => ({
  audience,
  edition_id: edition.id,
  category_id: category?.id ?? null,
  language,
  texts,
})

/** What became of each mail, and the texts as they are sent. */
function Report({ broadcast, perMinute }: { broadcast: Broadcast; perMinute: number }) {
  const { t } = useTranslation('mails')
  const format = useFormat()
  const { message } = App.useApp()
  const { broadcast_id, state, figures, texts } = broadcast
  const isUnderWay = state === 'sending' || state === 'scheduled' || figures.underway > 0
  useApiQuery(broadcasts.broadcast, { broadcast_id }, { pollingInterval: isUnderWay ? POLL_MS : 0 })
  const [stop, stopping] = useApiMutation(broadcasts.stopBroadcast)
  const start = useStart({ ...broadcast, ...valuesOf(broadcast) })
  const send = async () => {
    const result = await stop({ broadcast_id })
    if (!result.error) void message.success(t(`stopped.${result.data.state}`))
  }
  const count = (name: Exclude<keyof typeof figures, 'skipped'>) => ({
    term: t(`figure.${name}`),
    detail: format.number(figures[name]),
  })
  const { opted_out, bounced, left } = figures.skipped
  const skipped = [
    { term: t('figure.opted_out'), detail: opted_out },
    { term: t('figure.known_bounce'), detail: bounced },
    { term: t('figure.left'), detail: left },
  ]
  return (
    <article className={styles.page}>
      <TextLink to={VIEW} isBack>
        {t('back')}
      </TextLink>
      <h2>{broadcast.subject}</h2>
      <p>
        {t(`said.${state}`, {
          date: format.date(broadcast.done_at ?? broadcast.starts_at ?? '', 'datetime'),
        })}
      </p>
      {figures.people > 0 && (
        <>
          <progress
            className={styles.progress}
            max={figures.people}
            value={figures.people - figures.waiting - figures.underway}
            aria-label={t('progress')}
          />
          <DefinitionList
            items={[
              count('people'),
              count('sent'),
              count('waiting'),
              count('underway'),
              ...(['failing', 'bounced', 'lost'] as const)
                .filter((one) => figures[one] > 0)
                .map(count),
              ...skipped.filter(({ detail }) => detail > 0),
            ]}
          />
        </>
      )}
      <div className={styles.acts}>
        {(state === 'sending' || state === 'scheduled') && (
          <Button danger loading={stopping.isLoading} onClick={() => void send()}>
            {t(state === 'sending' ? 'stop' : 'unschedule')}
          </Button>
        )}
        {state === 'stopped' && (
          <Button type="primary" onClick={start.open}>
            {t('goOn')}
          </Button>
        )}
      </div>
      {stopping.error !== undefined && <Refusal error={stopping.error} />}
      {start.isOpen && <StartDialog {...start} isGoingOn perMinute={perMinute} />}
      {LANGUAGES.filter((language) => texts[language].subject).map((language) => (
        <section key={language} lang={language} className={styles.text}>
          <h3>{texts[language].subject}</h3>
          <p>{texts[language].body}</p>
        </section>
      ))}
    </article>
  )
}

import { Designer } from '@awards/shared/domain'
import { zodRule } from '@awards/shared/ui'
import { Button, Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCountries } from '../common/use-countries.ts'
import styles from './step-fields.module.css'

const MAXIMUM = 20

/** The people who made the work, in the order in which they are named. */
export function DesignersField() {
  const { t } = useTranslation('entrant')
  const countries = useCountries()
  const form = Form.useFormInstance()
  const begin = (add: (designer: Designer) => void) => () => {
    add({ name: '' })
    form.setFields([{ name: 'designers', errors: [] }])
  }
  return (
    <Form.List
      name="designers"
      rules={[
        {
          validator: async (_rule, list: unknown) => {
            if (Array.isArray(list) && list.length > 0) return
            throw new Error(t('designers.needed'))
          },
        },
      ]}
    >
      {(fields, { add, remove }, { errors }) => (
        <>
          <ol className={styles.designers}>
            {fields.map(({ key, name }) => (
              <li key={key} className={styles.designer}>
                <Form.Item
                  name={[name, 'name']}
                  label={t('designers.name')}
                  rules={[zodRule(Designer.shape.name)]}
                >
                  <Input autoComplete="off" />
                </Form.Item>
                <Form.Item
                  name={[name, 'role']}
                  label={t('designers.role')}
                  rules={[zodRule(Designer.shape.role)]}
                >
                  <Input placeholder={t('designers.rolePlaceholder')} />
                </Form.Item>
                <Form.Item name={[name, 'country']} label={t('designers.country')}>
                  <Select
                    allowClear
                    showSearch={{ optionFilterProp: 'label' }}
                    options={countries}
                    placeholder={t('field.location_country.placeholder')}
                  />
                </Form.Item>
                <Button
                  className={styles.remove ?? ''}
                  type="text"
                  onClick={() => remove(name)}
                  aria-label={t('designers.removeOne', { count: name + 1 })}
                >
                  {t('designers.remove')}
                </Button>
              </li>
            ))}
          </ol>
          <div className={styles.error}>
            <Form.ErrorList errors={errors} />
          </div>
          {fields.length < MAXIMUM && (
            <Form.Item>
              <Button onClick={begin(add)}>{t('designers.add')}</Button>
            </Form.Item>
          )}
        </>
      )}
    </Form.List>
  )
}

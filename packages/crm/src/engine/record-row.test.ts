import { expect, it } from 'vitest'
import { clio } from '../connectors/clio.ts'
import { google } from '../connectors/google.ts'
import { pipedrive } from '../connectors/pipedrive.ts'
import { connectorFormat, type ConnectorInput } from '../format/connector-format.ts'
import { RecordRows } from './record-row.ts'

const phone = '+44 7911 123456'

it.each<[string, ConnectorInput, object]>([
  [
    'Google',
    google,
    { resourceName: 'people/1', phoneNumbers: [{ value: phone, type: 'mobile', formattedType: 'Mobile' }] },
  ],
  ['Pipedrive', pipedrive, { id: 1, phones: [{ value: phone, label: 'mobile', primary: true }] }],
  ['Clio', clio, { id: 1, phone_numbers: [{ number: phone, name: 'mobile', primary: true }] }],
])('a telephone comes with what %s says of it', (_name, connector, record) => {
  const [list] = connectorFormat.parse(connector).lists
  if (list === undefined) throw new Error('The connector has no list.')
  const { values } = new RecordRows(list, { custom: new Map() }, new Set()).contentOf(record)
  expect(values.find(({ value }) => value === phone)?.labels).toEqual(['mobile'])
})

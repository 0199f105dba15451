import { escapeXml } from '../xml/escape-xml.ts'
import type { RunInsert } from './inserts.ts'
import { withRunProperties } from './format-properties.ts'

/** A text marked in yellow, in the format of the run where it stands. */
export const highlighted = (text: string): RunInsert => ({
  text,
  render: ({ runProperties }) => ({
    kind: 'runs',
    xml: `<w:r>${withRunProperties(runProperties, '<w:highlight w:val="yellow"/>')}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`,
  }),
})

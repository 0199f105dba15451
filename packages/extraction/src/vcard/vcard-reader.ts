import { decodeText } from '../decode-text.ts'
import { ModelBuilder } from '../model/model-builder.ts'
import type { Reader } from '../reader.ts'
import { corruptDocument } from '../reading-errors.ts'
import { componentsOf, partsOf, unescaped, type ContentLine } from './content-lines.ts'

const labels: Readonly<Record<string, string>> = {
  ORG: 'Organization',
  TITLE: 'Title',
  ROLE: 'Role',
  TEL: 'Phone',
  EMAIL: 'E-mail',
  ADR: 'Address',
  LABEL: 'Address',
  URL: 'Web',
  IMPP: 'Messaging',
  BDAY: 'Birthday',
  ANNIVERSARY: 'Anniversary',
  NICKNAME: 'Nickname',
  LANG: 'Language',
  TZ: 'Time zone',
  CATEGORIES: 'Categories',
  NOTE: 'Note',
}
const kinds = new Set(['HOME', 'WORK', 'CELL', 'FAX', 'PAGER', 'MAIN', 'OTHER', 'MOBILE'])

/** Contacts (vCard 2.1, 3.0, 4.0): each a heading with its name and lines of labels and values. */
export const vcardReader: Reader = {
  paged: false,
  async read(document, _request, { limits }) {
    const cards = componentsOf(decodeText(document)).filter(({ name }) => name === 'VCARD')
    if (cards.length === 0) throw corruptDocument('There is no vCard in it.')
    const builder = new ModelBuilder(limits)
    for (const { lines } of cards) {
      builder.block('heading', nameOf(lines), { level: 1 })
      for (const line of lines) {
        const label = labels[line.name]
        const text = label === undefined ? '' : textOf(line)
        if (label === undefined || text === '') continue
        const kind = line.parameters
          .filter(([name]) => name === 'TYPE')
          .flatMap(([, value]) => value.split(','))
          .find((value) => kinds.has(value))
        builder.block('paragraph', `${kind === undefined ? label : `${label} (${kind.toLowerCase()})`}: ${text}`)
      }
      addPhotos(lines, builder)
    }
    return builder.build()
  },
}

/** The formatted name, else that of its parts, else that of the organization. */
function nameOf(lines: readonly ContentLine[]): string {
  const value = (name: string): string => lines.find((line) => line.name === name)?.value ?? ''
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = partsOf(value('N'))
  const whole = [prefix, given, middle, family, suffix].filter((part) => part !== '').join(' ')
  return unescaped(value('FN')).trim() || whole || partsOf(value('ORG')).filter(Boolean).join(', ')
}

function textOf({ name, value }: ContentLine): string {
  const isStructured = name === 'ADR' || name === 'ORG'
  const text = isStructured
    ? partsOf(value)
        .filter((part) => part !== '')
        .join(', ')
    : unescaped(value).trim()
  return (name === 'TEL' || name === 'IMPP' ? text.replace(/^(?:tel|xmpp|sip|im):/i, '') : text).replaceAll(
    /(?:\r\n?|\n)/g,
    ', ',
  )
}

function addPhotos(lines: readonly ContentLine[], builder: ModelBuilder): void {
  for (const { name, parameters, value } of lines) {
    if (name !== 'PHOTO' && name !== 'LOGO') continue
    const written = parameters.find(([parameter]) => parameter === 'TYPE' || parameter === 'MEDIATYPE')?.[1]
    const type = (written ?? /^data:([\w/+.-]{1,60})/i.exec(value)?.[1] ?? '*').toLowerCase()
    builder.images.push({ contentType: type.startsWith('image/') ? type : `image/${type}` })
  }
}

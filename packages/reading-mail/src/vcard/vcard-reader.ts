import { type ContentLine, structuredValue, textValue, typesOf } from '@chancery/formats/content-lines'
import { ModelBuilder } from '@chancery/reading/model/model-builder'
import type { Reader } from '@chancery/reading/reader'
import { corruptDocument } from '@chancery/reading/reading-errors'
import { textOfDocument } from '@chancery/reading/text-of-document'
import { componentsOf } from './components.ts'

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
  RELATED: 'Related',
  'X-ABRELATEDNAMES': 'Related',
  'X-ABDATE': 'Date',
  'X-SOCIALPROFILE': 'Social profile',
  'X-SKYPE': 'Messaging',
  'X-SKYPE-USERNAME': 'Messaging',
  'X-JABBER': 'Messaging',
}
/** Kinds of Android's own lines (`X-ANDROID-CUSTOM`); the value follows. */
const androidLabels: ReadonlyMap<string, string> = new Map([
  ['nickname', 'Nickname'],
  ['contact_event', 'Date'],
  ['relation', 'Related'],
])
const kinds = new Set(['home', 'work', 'cell', 'fax', 'pager', 'main', 'other', 'mobile'])

/** Contacts (vCard 2.1, 3.0, 4.0): each a heading with its name and lines of labels and values. */
export const vcardReader: Reader = {
  paged: false,
  async read(document, _request, { limits }) {
    const cards = componentsOf(textOfDocument(document)).filter(({ name }) => name === 'VCARD')
    if (cards.length === 0) throw corruptDocument('There is no vCard in it.')
    const builder = new ModelBuilder(limits)
    for (const { lines } of cards) {
      builder.block('heading', nameOf(lines), { level: 1 })
      const ownKinds = kindsOfGroups(lines)
      for (const line of lines) {
        const [label, text] = line.name === 'X-ANDROID-CUSTOM' ? androidLine(line) : [labels[line.name], textOf(line)]
        if (label === undefined || text === '') continue
        const kind = ownKinds.get(line.group) ?? kindOf(line)
        builder.block('paragraph', `${kind === undefined ? label : `${label} (${kind})`}: ${text}`)
      }
      addPhotos(lines, builder)
    }
    return builder.build()
  },
}

const kindOf = (line: ContentLine): string | undefined => typesOf(line).find((type) => kinds.has(type))

/** What people and Apple call the lines of a group: "Holiday home", or "home fax" for `_$!<HomeFAX>!$_`. */
function kindsOfGroups(lines: readonly ContentLine[]): Map<string, string> {
  const named = lines.filter(({ name, group }) => name === 'X-ABLABEL' && group !== '')
  return new Map(
    named.map((line) => {
      const value = textValue(line)
      const known = /^_\$!<(.{1,60})>!\$_$/.exec(value)?.[1]
      const words = known?.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
      return [
        line.group,
        words ??
          value
            .replaceAll(/[\s:()]+/g, ' ')
            .trim()
            .slice(0, 60),
      ] as const
    }),
  )
}

function androidLine(line: ContentLine): readonly [label: string | undefined, text: string] {
  const [kind = '', text = ''] = structuredValue(line)
  return [androidLabels.get(kind.replace('vnd.android.cursor.item/', '')), text]
}

/** The formatted name, else that of its parts, else that of the organization. */
function nameOf(lines: readonly ContentLine[]): string {
  const partsOf = (wanted: string): readonly string[] => {
    const line = lines.find(({ name }) => name === wanted)
    return line === undefined ? [] : structuredValue(line)
  }
  const formatted = lines.find(({ name }) => name === 'FN')
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = partsOf('N')
  const whole = [prefix, given, middle, family, suffix].filter((part) => part !== '').join(' ')
  const full = formatted === undefined ? '' : textValue(formatted)
  return full || whole || partsOf('ORG').filter(Boolean).join(', ')
}

function textOf(line: ContentLine): string {
  const { name, parameters } = line
  if (labels[name] === undefined) return ''
  // Stands for no year.
  const noYear = parameters.get('X-APPLE-OMIT-YEAR')?.[0]
  if (noYear !== undefined && line.raw.startsWith(noYear)) return `-${line.raw.slice(noYear.length)}`
  const isStructured = name === 'ADR' || name === 'ORG'
  const text = isStructured
    ? structuredValue(line)
        .filter((part) => part !== '')
        .join(', ')
    : textValue(line)
  return (name === 'TEL' || name === 'IMPP' ? text.replace(/^(?:tel|xmpp|sip|im):/i, '') : text).replaceAll(
    /(?:\r\n?|\n)/g,
    ', ',
  )
}

function addPhotos(lines: readonly ContentLine[], builder: ModelBuilder): void {
  for (const { name, parameters, raw } of lines) {
    if (name !== 'PHOTO' && name !== 'LOGO') continue
    const written = (parameters.get('TYPE') ?? parameters.get('MEDIATYPE'))?.[0]
    const type = (written ?? /^data:([\w/+.-]{1,60})/i.exec(raw)?.[1] ?? '*').toLowerCase()
    builder.images.push({ contentType: type.startsWith('image/') ? type : `image/${type}` })
  }
}

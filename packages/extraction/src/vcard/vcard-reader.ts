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

const kindOf = ({ parameters }: ContentLine): string | undefined =>
  parameters
    .filter(([name]) => name === 'TYPE')
    .flatMap(([, value]) => value.split(','))
    .find((value) => kinds.has(value))
    ?.toLowerCase()

/** What people and Apple call the lines of a group: "Holiday home", or "home fax" for `_$!<HomeFAX>!$_`. */
function kindsOfGroups(lines: readonly ContentLine[]): Map<string, string> {
  const named = lines.filter(({ name, group }) => name === 'X-ABLABEL' && group !== '')
  return new Map(
    named.map(({ group, value }) => {
      const known = /^_\$!<(.{1,60})>!\$_$/.exec(value.trim())?.[1]
      const words = known?.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
      return [
        group,
        words ??
          unescaped(value)
            .replaceAll(/[\s:()]+/g, ' ')
            .trim()
            .slice(0, 60),
      ] as const
    }),
  )
}

function androidLine({ value }: ContentLine): readonly [label: string | undefined, text: string] {
  const [kind = '', text = ''] = partsOf(value)
  return [androidLabels.get(kind.replace('vnd.android.cursor.item/', '')), text]
}

/** The formatted name, else that of its parts, else that of the organization. */
function nameOf(lines: readonly ContentLine[]): string {
  const value = (name: string): string => lines.find((line) => line.name === name)?.value ?? ''
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = partsOf(value('N'))
  const whole = [prefix, given, middle, family, suffix].filter((part) => part !== '').join(' ')
  return unescaped(value('FN')).trim() || whole || partsOf(value('ORG')).filter(Boolean).join(', ')
}

function textOf({ name, parameters, value }: ContentLine): string {
  if (labels[name] === undefined) return ''
  // Stands for no year.
  const noYear = parameters.find(([parameter]) => parameter === 'X-APPLE-OMIT-YEAR')?.[1]
  if (noYear !== undefined && value.startsWith(noYear)) return `-${value.slice(noYear.length)}`
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

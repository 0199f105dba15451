import { isUtf8 } from 'node:buffer'
import { linesIn } from '@chancery/formats/content-lines'

/** One entry of an LDIF file, or why it is no client. */
export interface LdifEntry {
  /** Where reading goes on behind it, in UTF-16 units. */
  readonly end: number
  /** `entryUUID` where there is one, else the distinguished name. */
  readonly id?: string
  readonly values: readonly { readonly column: string; readonly value: string }[]
  readonly faults: readonly ('no_name' | 'bad_line' | 'change' | 'group' | 'elsewhere')[]
}

/** Short names of attributes, and the long ones of the same (RFC 4519, section 2; RFC 4524, 2.4): a column "l" would say nothing. */
const longNames: ReadonlyMap<string, string> = new Map([
  ['c', 'countryName'],
  ['cn', 'commonName'],
  ['co', 'friendlyCountryName'],
  ['l', 'localityName'],
  ['o', 'organizationName'],
  ['ou', 'organizationalUnitName'],
  ['sn', 'surname'],
  ['st', 'stateOrProvinceName'],
  ['uid', 'userid'],
])

/** Housekeeping of directories, secrets, and pictures: nothing about a client. */
const passedOver: ReadonlySet<string> = new Set(
  'dn objectclass userpassword userpkcs12 usercertificate jpegphoto thumbnailphoto photo audio entryuuid objectguid objectsid createtimestamp modifytimestamp creatorsname modifiersname modifytime entrycsn structuralobjectclass hassubordinates subschemasubentry uidnumber gidnumber homedirectory loginshell changetype control mozillausehtmlmail mozillausehtml'.split(
    ' ',
  ),
)
const personal = /person|abperson|account/
const collective = /^(?:groupof|posixgroup|organizationalunit$|organizationalrole$|dcobject$|domain$|container$|group$)/

/**
 * The entries of a text as RFC 2849 has it: separated by empty lines, and beginning with a `dn:` at
 * the latest; a line goes on behind a leading blank, `::` is base64, `:<` stands for another file, `#` begins a comment. Options (`;lang-de`) are left out of the names.
 * @param from the end of an entry, in UTF-16 units
 */
export function* ldifEntries(text: string, from = 0): Generator<LdifEntry> {
  let lines: string[] = []
  let isComment = false
  let isFirst = from === 0
  for (const { start, end, next } of linesIn(text, from)) {
    const line = text.slice(start, end)
    if (line === '') {
      if (lines.length > 0) yield { ...entryOf(lines), end: next }
      lines = []
      isComment = false
    } else if (line.startsWith(' ')) {
      if (!isComment) lines.push(line)
    } else {
      isComment = line.startsWith('#')
      if (isComment || (isFirst && /^version:/i.test(line))) continue
      // One that begins where the one before has no end: lost blank lines, or blanks in them.
      if (/^dn:/i.test(line) && lines.length > 0) {
        yield { ...entryOf(lines), end: start }
        lines = []
      }
      lines.push(line)
    }
    if (lines.length > 0) isFirst = false
  }
  if (lines.length > 0) yield { ...entryOf(lines), end: text.length }
}

/** @param lines not empty; those that go on with the one before begin with a blank */
function entryOf(lines: readonly string[]): Omit<LdifEntry, 'end'> {
  const values: { column: string; value: string }[] = []
  const faults = new Set<LdifEntry['faults'][number]>()
  const kinds: string[] = []
  let dn: string | undefined
  let uuid: string | undefined
  for (const [index, line] of unfolded(lines).entries()) {
    const attribute = attributeOf(line)
    if (attribute === undefined) {
      faults.add('bad_line')
      continue
    }
    const { name, value } = attribute
    const key = name.toLowerCase()
    if (key === 'dn') dn ??= value
    else if (index === 0) faults.add('no_name')
    if (value === undefined) {
      if (!passedOver.has(key)) faults.add('elsewhere')
      continue
    }
    if (key === 'objectclass') kinds.push(value.toLowerCase())
    if (key === 'entryuuid') uuid = value
    if (key === 'changetype' && value.trim().toLowerCase() !== 'add') faults.add('change')
    // Lines of an address are separated by "$" (RFC 4517, 3.3.28).
    const text = key === 'postaladdress' || key === 'homepostaladdress' ? lines$(value) : value
    if (!passedOver.has(key) && text.trim() !== '') {
      values.push({ column: longNames.get(key) ?? name, value: text })
    }
  }
  if (!kinds.some((kind) => personal.test(kind)) && kinds.some((kind) => collective.test(kind))) faults.add('group')
  const id = uuid ?? dn
  return { ...(id === undefined || id.trim() === '' ? {} : { id }), values: withBirthDate(values), faults: [...faults] }
}

/** Thunderbird writes a birthday as `birthyear`, `birthmonth` and `birthday`; a year, a month and a day by themselves say nothing. */
function withBirthDate(values: LdifEntry['values']): LdifEntry['values'] {
  const parts = ['birthyear', 'birthmonth', 'birthday'].map((name) =>
    values.find(({ column, value }) => column.toLowerCase() === name && /^\d{1,4}$/.test(value.trim())),
  )
  const [year = '', month = '', day = ''] = parts.map((part) => part?.value.trim() ?? '')
  if (year.length !== 4 || month === '' || day === '') return values
  const rest = values.filter((each) => !parts.includes(each))
  return [...rest, { column: 'birthDate', value: `${year}-${month}-${day}` }]
}

function unfolded(lines: readonly string[]): string[] {
  const whole: string[][] = []
  for (const line of lines) {
    const open = line.startsWith(' ') ? whole.at(-1) : undefined
    if (open === undefined) whole.push([line])
    else open.push(line.slice(1))
  }
  return whole.map((parts) => parts.join(''))
}

/** An attribute of a line; without a `value` where that is in another file. */
function attributeOf(line: string): { readonly name: string; readonly value?: string } | undefined {
  const [, name, kind, written = ''] = /^([A-Za-z\d][\w.-]{0,120})(?:;[\w;-]{0,200})?:([:<]?) *(.*)$/su.exec(line) ?? []
  if (name === undefined) return undefined
  if (kind === '<') return { name }
  if (kind !== ':') return { name, value: written }
  const bytes = Buffer.from(written, 'base64')
  // What is no text is a picture or a certificate.
  return isUtf8(bytes)
    ? { name, value: bytes.toString('utf8') }
    : passedOver.has(name.toLowerCase())
      ? { name }
      : undefined
}

const lines$ = (value: string): string =>
  value
    .split(/\s*\$\s*/)
    .map((part) => part.replaceAll(/\\24/g, '$').replaceAll(/\\5c/gi, '\\'))
    .filter((part) => part !== '')
    .join('\n')

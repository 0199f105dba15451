import { ChanceryError, consentText, present } from '@chancery/core'
import type { ContentLine } from '@chancery/formats/content-lines'
import { escaped, isObject, isScalar, propertyOf } from './jcard-cards.ts'
import type { Card } from './read-cards.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * The cards of a JSContact text (RFC 9553): one `Card`, a list of them, or a list under `cards`; each as the vCard that RFC
 * 9555 makes of it. An item that is none is a card that is not complete.
 * @throws `document_corrupt`
 */
export function jscontactCards(text: string): readonly Card[] {
  let whole: unknown
  try {
    whole = JSON.parse(text.trim())
  } catch (cause) {
    throw notJscontact(cause)
  }
  const list = Array.isArray(whole)
    ? whole
    : isObject(whole) && Array.isArray(whole['cards'])
      ? whole['cards']
      : [whole]
  if (!list.some(isCard)) throw notJscontact()
  return list.map((item: unknown) => (isCard(item) ? cardOf(item) : { properties: [], complete: false, unread: 0 }))
}

const notJscontact = (cause?: unknown): ChanceryError =>
  new ChanceryError(
    'document_corrupt',
    'There is no JSContact card in the document.',
    cause === undefined ? {} : { cause },
  )

/** A card says that it is one; those of others that do not still have a `uid` and one of what only cards have. */
const isCard = (value: unknown): value is Json =>
  isObject(value) &&
  (value['@type'] === 'Card' ||
    (typeof value['uid'] === 'string' && (isObject(value['name']) || isObject(value['emails']))))

function cardOf(card: Json): Card {
  const properties: ContentLine[] = []
  let unread = 0
  const add = (name: string, raw: string, parameters: readonly (readonly [string, readonly string[]])[] = []): void => {
    if (raw.replaceAll(';', '') !== '') properties.push({ name, group: '', parameters: new Map(parameters), raw })
  }
  const text = (name: string, value: unknown, parameters?: Parameters<typeof add>[2]): void => {
    if (isScalar(value)) add(name, escaped(String(value)), parameters)
  }
  const contact: Contact = (name, value, { label, ...item }) => {
    const from = properties.length
    text(name, value, [...preferenceOf(item), ...typesOf(item)])
    const written = properties[from]
    if (written === undefined || !isScalar(label)) return
    const group = `label${from}`
    properties[from] = { ...written, group }
    properties.push({ name: 'X-ABLABEL', group, parameters: new Map(), raw: escaped(String(label)) })
  }
  text('UID', card['uid'])
  text('KIND', card['kind'])
  text('REV', card['updated'])
  addName(card['name'], text, add)
  for (const item of itemsOf(card['emails'])) contact('EMAIL', item['address'], item)
  for (const item of itemsOf(card['phones'])) contact('TEL', item['number'], item)
  for (const [key, read] of Object.entries(readers)) for (const item of itemsOf(card[key])) read(item, text, add)
  for (const item of itemsOf(card['keywords'], true)) text('CATEGORIES', item['key'])
  for (const item of Array.isArray(card['vCardProps']) ? card['vCardProps'] : []) {
    const property = propertyOf(item)
    if (property === undefined) unread++
    else properties.push(property)
  }
  for (const item of Array.isArray(card[`${vendor}consents`]) ? (card[`${vendor}consents`] as unknown[]) : []) {
    if (isObject(item)) addConsent(item, add)
  }
  // What is none of ours is kept as it is.
  for (const [key, value] of Object.entries(card)) {
    if (!known.has(key) && !key.startsWith(vendor) && /^[\w.:-]{1,40}$/.test(key))
      text(`X-JSCONTACT-${key.toUpperCase().replaceAll(/[^A-Z\d]/g, '-')}`, jsonText(value))
  }
  return { properties, complete: true, unread }
}

type Text = (name: string, value: unknown, parameters?: readonly (readonly [string, readonly string[]])[]) => void
/** An address or a telephone, with what its item says of it. */
type Contact = (name: string, value: unknown, item: Json) => void
type Add = (name: string, raw: string, parameters?: readonly (readonly [string, readonly string[]])[]) => void

/** Begins the names of properties that are Chancery's alone. */
const vendor = 'chancery.dev:'

function addConsent({ purpose, withdrawn, givenAt, withdrawnAt, source }: Json, add: Add): void {
  if (typeof purpose !== 'string' || typeof withdrawn !== 'boolean') return
  const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
  const told = present({ givenAt: textOf(givenAt), withdrawnAt: textOf(withdrawnAt), source: textOf(source) })
  add('X-CHANCERY-CONSENT', `${escaped(purpose)};${escaped(consentText({ purpose, withdrawn, ...told }))}`)
}

const known = new Set(
  '@type version uid kind updated created prodId name organizations titles emails phones addresses anniversaries links preferredLanguages notes nicknames onlineServices keywords vCardProps language media cryptoKeys members'.split(
    ' ',
  ),
)

/** The objects of a map by id, the preferred ones first; of a set of keys each key. */
function itemsOf(value: unknown, areKeys = false): readonly Json[] {
  if (!isObject(value)) return []
  if (areKeys) return Object.keys(value).map((key) => ({ key }))
  return Object.values(value).filter(isObject)
}

const readers: Readonly<Record<string, (item: Json, text: Text, add: Add) => void>> = {
  nicknames: ({ name }, text) => text('NICKNAME', name),
  organizations: ({ name, units }, _text, add) => {
    const parts = [name, ...(Array.isArray(units) ? units.filter(isObject).map((unit) => unit['name']) : [])]
    add('ORG', parts.map((part) => (isScalar(part) ? escaped(String(part)) : '')).join(';'))
  },
  titles: ({ name, kind }, text) => text(kind === 'role' ? 'ROLE' : 'TITLE', name),
  addresses: (item, _text, add) => addAddress(item, add),
  anniversaries: ({ kind, date }, text) =>
    text(kind === 'birth' ? 'BDAY' : kind === 'death' ? 'DEATHDATE' : 'ANNIVERSARY', dateText(date)),
  links: ({ uri }, text) => text('URL', uri),
  preferredLanguages: ({ language }, text) => text('LANG', language),
  notes: ({ note }, text) => text('NOTE', note),
  onlineServices: ({ service, uri, user }, text) =>
    text(
      isScalar(service)
        ? `X-${String(service)
            .toUpperCase()
            .replaceAll(/[^A-Z\d]/g, '')
            .slice(0, 40)}`
        : 'IMPP',
      uri ?? user,
    ),
}

/** What a property calls what it reaches (RFC 9555, 2.1.5 and 2.10). */
const types: Readonly<Record<string, string>> = { private: 'home', mobile: 'cell' }

const typesOf = ({ contexts, features }: Json): readonly (readonly [string, readonly string[]])[] => {
  const told = [contexts, features].flatMap((set) => (isObject(set) ? Object.keys(set) : []))
  return told.length === 0 ? [] : [['TYPE', told.map((each) => types[each] ?? each)]]
}

const preferenceOf = ({ pref }: Json): readonly (readonly [string, readonly string[]])[] =>
  typeof pref === 'number' ? [['PREF', [String(pref)]]] : []

const componentsOf = (value: Json): readonly { readonly kind: string; readonly value: string }[] =>
  (Array.isArray(value['components']) ? value['components'] : [])
    .filter(isObject)
    .flatMap(({ kind, value: said }) =>
      isScalar(kind) && isScalar(said) ? { kind: String(kind), value: String(said) } : [],
    )

function addName(name: unknown, text: Text, add: Add): void {
  if (!isObject(name)) return
  const components = componentsOf(name)
  const of = (...kinds: readonly string[]): string =>
    components
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ value }) => escaped(value))
      .join(' ')
  const whole = components.filter(({ kind }) => kind !== 'separator').map(({ value }) => value)
  text('FN', name['full'] ?? (whole.length === 0 ? undefined : whole.join(' ')))
  add(
    'N',
    [of('surname', 'surname2'), of('given'), of('given2'), of('title'), of('generation', 'credential')].join(';'),
  )
}

function addAddress(address: Json, add: Add): void {
  const components = componentsOf(address)
  const of = (...kinds: readonly string[]): string =>
    components
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ value }) => escaped(value))
      .join(' ')
  const { countryCode, full } = address
  const country = of('country') || (isScalar(countryCode) ? escaped(String(countryCode)) : '')
  const street = of('name', 'number') || (components.length === 0 && isScalar(full) ? escaped(String(full)) : '')
  const inside = of('apartment', 'floor', 'room', 'building', 'block')
  add(
    'ADR',
    [of('postOfficeBox'), inside, street, of('locality', 'district'), of('region'), of('postcode'), country].join(';'),
    typesOf(address),
  )
}

/** A date of parts, or a moment, as far as it is told. */
function dateText(date: unknown): string | undefined {
  if (!isObject(date)) return undefined
  const { year, month, day, utc } = date
  if (typeof utc === 'string') return utc.slice(0, 10)
  if (typeof year !== 'number') return undefined
  const two = (part: unknown): string => (typeof part === 'number' ? `-${String(part).padStart(2, '0')}` : '')
  return `${String(year).padStart(4, '0')}${two(month)}${typeof month === 'number' ? two(day) : ''}`
}

const jsonText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

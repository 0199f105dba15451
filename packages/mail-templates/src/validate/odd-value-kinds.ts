import { isGarbled } from './rules/characters.ts'
import { verdictsOn } from './rules/link-address.ts'
import { type ValueKind } from './rules/value-kinds.ts'

/** Where a template writes a value, and what its name says of it. */
export interface ValueUse {
  /** At the beginning of an address. */
  readonly isAddress: boolean
  /** In words, without a formatter. */
  readonly isWritten: boolean
  /** In words, and not only where a condition asks for it. */
  readonly isAlways: boolean
  readonly isHtml: boolean
  readonly kind: ValueKind | undefined
}

/** One manner in which a value of the right kind is none that readers should see. */
interface OddKind {
  readonly is: (value: unknown, use: ValueUse) => boolean
  /** Follows the path of the value. */
  readonly what: string
  readonly hint: string
  /** It is told where the value is an address. */
  readonly ofAddress?: true
}

const text =
  (test: (value: string, use: ValueUse) => boolean): OddKind['is'] =>
  (value, use) =>
    typeof value === 'string' && test(value, use)

/** What programs write in the place of a value that there was not. */
const ofPrograms = /^(?:null|nan|invalid date|(?:undefined|null)(?: (?:undefined|null)){0,5})$|\[object object\]/i
const markup = /<\/?(?:a|b|br|div|em|i|li|ol|p|span|strong|table|td|tr|u|ul)(?:\s[^<>]{0,200})?\/?>/i
const webAddress = /^\s*(?:[a-z][a-z\d+.-]*:|#|\/\/|$)/i
const entity = /&(?:amp|lt|gt|quot|nbsp|apos|[aou]uml|szlig|#\d{2,6}|#x[\da-f]{2,6});/i
const foreign =
  /\*\|[^|*]{1,100}\|\*|%%[a-z_]{1,60}%%|\$\{[^{}]{1,100}\}|\[\[[^\][]{1,100}\]\]|<%[^%]{1,200}%>|\{%[^%]{1,200}%\}/i
/** Day and time as machines exchange them (RFC 3339). */
const machineTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
/** Milliseconds since 1970, of the years 2017 to 2033. */
const milliseconds = /^1[5-9]\d{11}$/
/** Hosts of examples are right in data of examples; nobody's readers have this one. */
const ownMachine = /^\s*https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+)(?=[:/]|$)/i

/** The first that holds is told. */
export const oddKinds: readonly OddKind[] = [
  {
    is: text((value) => ofPrograms.test(value.trim())),
    what: 'is what a program writes where there is no value.',
    hint: 'Leave it out, or give null.',
  },
  {
    is: text((value, { isAddress }) => isAddress && !webAddress.test(value)),
    what: 'is an address without https://; the link leads nowhere.',
    hint: 'Give the whole address.',
    ofAddress: true,
  },
  {
    is: text((value, { isAddress }) => isAddress && value !== '' && /\s/.test(value)),
    what: 'is an address with spaces.',
    hint: 'Take them out.',
    ofAddress: true,
  },
  {
    is: text(
      (value, { isAddress }) =>
        isAddress &&
        (ownMachine.test(value) ||
          Array.from(verdictsOn(value.slice(0, 2000), '\uFFFC')).some(({ code }) => code === 'malformed_link')),
    ),
    what: 'is an address of the own machine, or is not well formed.',
    hint: 'Give the real one.',
    ofAddress: true,
  },
  {
    is: (value, { isWritten }) => isWritten && typeof value === 'boolean',
    what: 'is true or false, and is written as a text.',
    hint: 'Write {{#if}}, or a text for each.',
  },
  {
    is: text((value, { isWritten }) => isWritten && /\{\{[^{}]{1,100}\}\}/.test(value)),
    what: 'holds a tag; values are not filled again.',
    hint: 'Fill it before.',
  },
  {
    is: text((value, { isWritten }) => isWritten && foreign.test(value)),
    what: 'holds a tag of another system; it is sent as it is.',
    hint: 'Give what it stands for.',
  },
  {
    is: text((value, { isWritten }) => isWritten && /^\s*[[{]\s*(?:"|\[|\{)[^]*[\]}]\s*$/.test(value)),
    what: 'is JSON, and is shown as it is written.',
    hint: 'Give a text, or an object whose fields the template writes.',
  },
  {
    is: text((value, { isWritten, isHtml }) => isWritten && !isHtml && markup.test(value)),
    what: 'holds html, which is shown as it is written.',
    hint: 'Give plain text, or say in the schema that it is html.',
  },
  {
    is: text((value, { isWritten, isHtml }) => isWritten && !isHtml && entity.test(value)),
    what: 'holds entities of html, which are shown as they are written.',
    hint: 'Give plain text.',
  },
  {
    is: text((value) => isGarbled(value.slice(0, 2000))),
    what: 'holds characters that were lost or read in another encoding.',
    hint: 'Give it as UTF-8.',
  },
  {
    is: text((value, { isAlways }) => isAlways && value.trim() === ''),
    what: 'is empty, and is written in any case.',
    hint: 'Ask for it with {{#if}}, or give a text.',
  },
  {
    is: text((value, { isWritten }) => isWritten && machineTime.test(value)),
    what: 'is written as machines do.',
    hint: 'Write | date.',
  },
  {
    is: (value, { isWritten }) =>
      isWritten && (typeof value === 'string' || typeof value === 'number') && milliseconds.test(String(value)),
    what: 'is a time in milliseconds, it seems.',
    hint: 'Give the day, and write | date.',
  },
  {
    is: (value, { isWritten }) => isWritten && typeof value === 'number' && /\.\d{5,}|e[+-]?\d/i.test(String(value)),
    what: 'is a number that nobody has rounded.',
    hint: 'Write | number:2, or | currency.',
  },
  {
    is: text((value, { kind }) => kind === 'mailbox' && value.trim() !== '' && !/^[^\s@]+@[^\s@]+$/.test(value.trim())),
    what: 'is no address of a mailbox, though it is named so.',
    hint: 'Give one such as name@host.',
  },
]

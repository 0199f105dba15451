import { mailbox } from '@chancery/core'
import { fieldOf, type Rule } from '../rule.ts'
import { knownNameIn } from './known-names.ts'
import { oddEndings } from './link-address.ts'

/** Hosts whose owners say by DMARC that nobody else may send for them. */
const ofEverybody =
  /^(?:(?:gmail|googlemail|ymail|msn|icloud|me|mac|aol|protonmail)\.com|(?:yahoo|hotmail|outlook|live)\.(?:com|de|fr|it|es|co\.uk)|gmx\.(?:de|net|at|ch|com)|(?:web|t-online|freenet)\.de|mail\.(?:com|de|ru)|proton\.me|yandex\.(?:com|ru)|libero\.it|(?:orange|wanadoo|free|laposte)\.fr)$/
const ofExamples =
  /(?:^|\.)(?:example\.(?:com|org|net)|yourdomain\.\w+|your-?(?:company|domain|site)\.\w+|domain\.com|localhost|example|test|invalid)$/

/** A sender that is written out is an address; what tags make of one is seen when it is filled. */
export const sender: Rule = (input) => {
  const from = fieldOf(input, 'from')
  if (from === undefined || from.tags.length > 0) return
  const { source } = from.field
  const place = [0, source.length] as const
  if (!mailbox.safeParse(source.trim()).success || /[\r\n]/.test(source.trim()) || source.split('"').length % 2 === 0)
    return input.tell('invalid_sender', from.field, place)
  // Programs read such a sign as the end of an address (RFC 5322, 3.2.3).
  const unquoted = /^[^"<]*([,;:])[^"<]*</.exec(source)?.[1]
  if (unquoted !== undefined)
    input.tell('invalid_sender', from.field, place, {
      message: `The name of the sender has a "${unquoted}" outside of quotation marks.`,
      hint: 'Write "Name, more" <address>.',
      severity: 'info',
    })
  const { 1: name = '', 2: address = '' } = /^(?:(.*)<)?([^<>]*)>?$/.exec(source.trim()) ?? []
  if (/^(?:no|do-?not|ne-?pas)[-_.]?repl|^nicht-?antworten|^noreply/i.test(address))
    input.tell('no_reply_sender', from.field, place)
  const host = address.replace(/^.*@/, '').toLowerCase()
  if (new RegExp(String.raw`\.(?:${oddEndings})$`).test(host))
    input.tell('invalid_sender', from.field, place, {
      message: 'The host of the sender has an ending that there is not.',
    })
  const known = knownNameIn(host)
  if (known !== undefined)
    input.tell('lookalike_domain', from.field, place, {
      message: `The host of the sender is written to be read as ${known}.`,
    })
  if (ofEverybody.test(host)) input.tell('free_sender', from.field, place)
  if (ofExamples.test(host))
    input.tell('placeholder_domain', from.field, place, {
      message: 'The sender is one of an example.',
      hint: 'Write your own.',
    })
  const shown = /(?<![\w.+-])[\w.+-]+@([\w-]+\.[\w.-]+)/.exec(name)?.[1]
  if (shown !== undefined && !address.toLowerCase().endsWith(`@${shown.toLowerCase()}`))
    input.tell('sender_named_otherwise', from.field, place)
}

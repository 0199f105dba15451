import { mailbox } from '@chancery/core'
import { fieldOf, type Rule } from '../rule.ts'

/** A sender that is written out is an address; what tags make of one is seen when it is filled. */
export const sender: Rule = (input) => {
  const from = fieldOf(input, 'from')
  if (from === undefined || from.tags.length > 0) return
  const { source } = from.field
  const place = [0, source.length] as const
  if (!mailbox.safeParse(source.trim()).success) return input.tell('invalid_sender', from.field, place)
  const { 1: name = '', 2: address = '' } = /^(?:(.*)<)?([^<>]*)>?$/.exec(source.trim()) ?? []
  if (/^(?:no|do-?not|ne-?pas)[-_.]?repl|^nicht-?antworten|^noreply/i.test(address))
    input.tell('no_reply_sender', from.field, place)
  const shown = /(?<![\w.+-])[\w.+-]+@([\w-]+\.[\w.-]+)/.exec(name)?.[1]
  if (shown !== undefined && !address.toLowerCase().endsWith(`@${shown.toLowerCase()}`))
    input.tell('sender_named_otherwise', from.field, place)
}

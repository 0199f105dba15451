import { mailbox } from '@chancery/core'
import { fieldOf, type Rule } from '../rule.ts'

/** A sender that is written out is an address; what tags make of one is seen when it is filled. */
export const sender: Rule = (input) => {
  const from = fieldOf(input, 'from')
  if (from === undefined || from.tags.length > 0) return
  const { source } = from.field
  if (!mailbox.safeParse(source.trim()).success) input.tell('invalid_sender', from.field, [0, source.length])
}

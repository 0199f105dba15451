import { htmlRule } from '../rule.ts'

const opening = /<!--\[if[^\]>]{0,200}\]>/i
/** What Office writes and reads: programs, with versions compared, what they support, `true` and `false`, and these joined. */
const condition =
  /\[if(?:[\s()!&|]|(?:gte?|lte?)\b|(?:mso|ie|iemobile|vml|support\w+|excel|ppt|word|true|false)\b|[\d.])*\]/i
/** Opened as a comment that ends at once: what follows is shown by all. */
const openedWrongly = /<!--\[if[^\]>]{0,200}\]--+>|<!--\[endif\]--+>/gi
const marks = /<!--\[if[^\]>]{0,200}\]>(?:\s*<!--+>?)?|<!\[endif\]--+>|<!\[endif\]>|<!\[if[^\]>]{0,200}\]>/gi

/** Comments that only Outlook reads: opened and closed, and what they open in one and close in another. */
export const conditionalComments = htmlRule(({ masked, starts }, tell) => {
  for (const tag of starts)
    if (tag.name === 'o:p')
      tell('office_element', tag, {
        message: '<o:p> is left of a text that was pasted from Word.',
        hint: 'Paste it without formatting.',
        severity: 'info',
      })
    else if (/^(?:v|w|o):/.test(tag.name))
      tell('office_element', tag, { message: `<${tag.name.slice(0, 40)}> stands outside of a conditional comment.` })
  if (!/\[(?:if|endif)/i.test(masked)) return
  for (const { 0: mark, index } of masked.matchAll(openedWrongly))
    tell(
      'unclosed_conditional',
      { start: index, end: index + mark.length },
      {
        message: `${mark.slice(0, 60)} is a comment by itself; what follows it is shown by all.`,
      },
    )
  let open: { start: number; end: number } | undefined
  const found: { text: string; start: number }[] = []
  let inside: number | undefined
  for (const { 0: mark, index } of masked.matchAll(marks)) {
    const place = { start: index, end: index + mark.length }
    if (/endif/i.test(mark)) {
      if (open === undefined)
        tell('unclosed_conditional', place, { message: 'A conditional comment is closed that was not opened.' })
      else if (inside !== undefined) found.push({ text: masked.slice(inside, index), start: inside })
      if (inside !== undefined && !mark.endsWith('-->'))
        tell('unclosed_conditional', place, {
          message: 'A conditional comment is closed without its dashes; all that follows is a comment.',
          hint: 'Write <![endif]-->.',
        })
      open = undefined
      inside = undefined
    } else {
      if (!condition.test(mark) || /&&|\|\|/.test(mark))
        tell('unknown_condition', place, { message: `Outlook knows no condition "${mark.slice(0, 60)}".` })
      if (open !== undefined)
        tell('unclosed_conditional', open, { message: 'A conditional comment is not closed before the next begins.' })
      open = place
      // `<!--[if !mso]><!-->` hides nothing from others.
      if (/^<!--\[if!\(?mso\)?\]>$/i.test(mark.replaceAll(/\s/g, '')))
        tell('unknown_condition', place, {
          message: 'What is meant for all but Outlook stands in a comment, which nobody sees.',
          hint: 'Write <!--[if !mso]><!--> … <!--<![endif]-->.',
        })
      inside = opening.test(mark) && !/<!--+>?$/.test(mark.slice(4)) ? place.end : undefined
    }
  }
  if (open !== undefined) tell('unclosed_conditional', open, { message: 'A conditional comment is not closed.' })
  checkBalance(found, tell)
})

type Tell = Parameters<Parameters<typeof htmlRule>[0]>[1]

/** Tables, rows and cells that open in comments close in comments. */
function checkBalance(comments: readonly { text: string; start: number }[], tell: Tell): void {
  const open = new Map<string, { start: number; end: number }[]>()
  for (const { text, start } of comments) {
    for (const { 0: tag, 1: slash, 2: name = '', index } of text.matchAll(
      /<(\/?)(table|tr|td|center|div|xml|[vo]:[a-z]+|w:anchorlock)\b[^<>]{0,2000}>/gi,
    )) {
      const place = { start: start + index, end: start + index + tag.length }
      const key = name.toLowerCase()
      const stack = open.get(key) ?? []
      open.set(key, stack)
      if (slash === '/') {
        if (stack.pop() === undefined)
          tell('unbalanced_conditional', place, { message: `For Outlook, </${key}> closes nothing.` })
      } else if (!tag.endsWith('/>')) stack.push(place)
    }
  }
  for (const [name, places] of open)
    for (const place of places)
      tell('unbalanced_conditional', place, { message: `For Outlook, <${name}> is not closed.` })
}

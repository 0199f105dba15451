import { holdsTag, type Html, htmlRule } from '../rule.ts'
import { imageVerdicts } from './images.ts'
import { verdictsOn } from './link-address.ts'

const opening = /<!--\[if[^\]>]{0,200}\]>/i
/** What Office writes and reads: programs, with versions compared, what they support, `true` and `false`, and these joined. */
const condition =
  /\[if(?:[\s()!&|]|(?:gte?|lte?)\b|(?:mso|ie|iemobile|vml|support\w+|excel|ppt|word|true|false)\b|[\d.])*\]/i
/** Opened as a comment that ends at once: what follows is shown by all. */
const openedWrongly = /<!--\[if[^\]>]{0,200}\]--+>|<!--\[endif\]--+>/gi
const marks = /<!--\[if[^\]>]{0,200}\]>(?:\s*<!--+(?:\s*--)?>)?|<!\[endif\]--+>|<!\[endif\]>|<!\[if[^\]>]{0,200}\]>/gi

/** Comments that only Outlook reads: opened and closed, and what they open in one and close in another. */
export const conditionalComments = htmlRule((html, tell) => {
  const { masked, starts } = html
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
  const found: Comment[] = []
  let inside: number | undefined
  let inComment = ''
  for (const { 0: mark, index } of masked.matchAll(marks)) {
    const place = { start: index, end: index + mark.length }
    if (/endif/i.test(mark)) {
      if (open === undefined)
        tell('unclosed_conditional', place, { message: 'A conditional comment is closed that was not opened.' })
      else if (inside !== undefined)
        found.push({ text: masked.slice(inside, index), start: inside, condition: inComment })
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
      inComment = conditionIn(mark)
      // `<!--[if !mso]><!-->` hides nothing from others.
      if (/^<!--\[if!\(?mso\)?\]>$/i.test(mark.replaceAll(/\s/g, '')))
        tell('unknown_condition', place, {
          message: 'What is meant for all but Outlook stands in a comment, which nobody sees.',
          hint: 'Write <!--[if !mso]><!--> … <!--<![endif]-->.',
        })
      inside = opening.test(mark) && !/<!--+(?:\s*--)?>$/.test(mark.slice(4)) ? place.end : undefined
    }
  }
  if (open !== undefined) tell('unclosed_conditional', open, { message: 'A conditional comment is not closed.' })
  for (const comment of found) {
    const inner = /<!--(?!\s*>)/.exec(comment.text)
    if (inner !== null)
      tell(
        'unclosed_conditional',
        { start: comment.start + inner.index, end: comment.start + inner.index + 4 },
        {
          message: 'A comment stands in a conditional comment, and ends it: what follows is shown by all.',
          hint: 'Take it out.',
        },
      )
    checkAddresses(comment, html, tell)
  }
  checkBalance(found, tell)
})

/** What stands in a comment that Outlook alone reads. */
interface Comment {
  readonly text: string
  readonly start: number
  readonly condition: string
}

type Tell = Parameters<Parameters<typeof htmlRule>[0]>[1]

/** `[if (gte mso 9)|(IE)]` and `[if gte mso 9 | IE]` are one. */
const conditionIn = (mark: string): string =>
  (/\[if([^\]]*)\]/i.exec(mark)?.[1] ?? '')
    .toLowerCase()
    .replaceAll(/[\s()]+/g, ' ')
    .replaceAll(/ ?([|&!]) ?/g, '$1')
    .trim()

interface Opened {
  readonly name: string
  readonly condition: string
  readonly start: number
  readonly end: number
}

/** Tables, rows and cells that open in comments close in comments, in their order and on the same condition. */
function checkBalance(comments: readonly Comment[], tell: Tell): void {
  const open: Opened[] = []
  const crossing: { name: string; inner: Opened; start: number; end: number }[] = []
  for (const { text, start, condition } of comments) {
    for (const { 0: tag, 1: slash, 2: name = '', index } of text.matchAll(
      /<(\/?)(table|tr|td|center|div|xml|[vo]:[a-z]+|w:anchorlock)\b[^<>]{0,2000}>/gi,
    )) {
      const place = { start: start + index, end: start + index + tag.length }
      const key = name.toLowerCase()
      if (slash !== '/') {
        if (!tag.endsWith('/>') && open.length < mostOpen) open.push({ name: key, condition, ...place })
        continue
      }
      const at = open.findLastIndex((each) => each.name === key)
      const inner = open.at(-1)
      const [begun] = at === -1 ? [] : open.splice(at, 1)
      if (begun === undefined)
        tell('unbalanced_conditional', place, { message: `For Outlook, </${key}> closes nothing.` })
      else if (inner !== undefined && inner !== begun) crossing.push({ name: key, inner, ...place })
      else if (
        begun.condition !== condition &&
        !(begun.condition.includes('mso') && isWider(begun.condition, condition))
      )
        tell('unbalanced_conditional', place, {
          message: `<${key}> opens on "${begun.condition.slice(0, 40)}" and closes on "${condition.slice(0, 40)}": where one holds alone, the layout breaks.`,
        })
    }
  }
  // What is never closed at all is told once, where it opens.
  for (const { name, inner, start, end } of crossing)
    if (!open.includes(inner))
      tell(
        'unbalanced_conditional',
        { start, end },
        { message: `For Outlook, </${name}> stands before </${inner.name}>, which closes what is in it.` },
      )
  for (const { name, start, end } of open)
    tell('unbalanced_conditional', { start, end }, { message: `For Outlook, <${name}> is not closed.` })
}

/** Elements that are open at once, of which account is kept. */
const mostOpen = 500

/** Whether two conditions hold in all versions of Outlook that read HTML by Word. */
const isWider = (one: string, other: string): boolean =>
  [one, other].every((each) => /^(?:mso|gte mso (?:9|1[0-2]))(?:\|ie)?$|^ie\|mso$/.test(each))

/** Addresses that Outlook alone sees: of its buttons and pictures. */
function checkAddresses({ text, start }: Comment, { parsed }: Html, tell: Tell): void {
  for (const { 0: all, 1: name = '', 2: value = '', index } of text.matchAll(
    /(?<=\s)(href|src)\s*=\s*["']([^"'<>]{0,2000})["']/gi,
  )) {
    const place = { start: start + index, end: start + index + all.length }
    if (holdsTag(parsed, place.start, place.end)) continue
    const url = value.trim().replaceAll('&amp;', '&')
    if (name.toLowerCase() === 'href')
      for (const { code, message } of verdictsOn(url, '\uFFFC'))
        tell(code, place, message === undefined ? {} : { message })
    else if (url !== '' && !/^(?:cid|data):/i.test(url)) for (const code of imageVerdicts(url)) tell(code, place)
  }
}

import { sourceField } from '../../parse/source-field.ts'
import type { ParsedField } from '../../parse/parse-template.ts'
import type { ElementLook } from '../../page/element-looks.ts'
import { valueRange } from '../../parse/html-tokens.ts'
import { longestPreheader, repeats } from './hidden-text.ts'
import { fieldOf, firstTagAfter, type Html, ownWords, type Rule, type RuleInput } from '../rule.ts'

const linkInText = /\bhttps?:\/\/|\bwww\.|\{\{[^{}]*(?:url|link|href)/i

/** What programs write into the text of a mail in the place of images, or of all of it. */
const ofConverters =
  /this is a multi-?part message in mime format|^content-(?:type|transfer-encoding): [^\n]{1,100}|\[(?:cid:|image:? |data:)[^\]\n]{1,200}\]|(?:requires?|needs?|use|view (?:it|this) (?:in|with)|support)[^.\n]{0,60}\bHTML\b[^.\n]{0,40}(?:program|client|viewer|reader|capable|mail)|\bHTML[- ](?:capable|compatible|enabled)\b|\b(?:program|client|viewer|reader) that (?:shows|supports|displays) HTML\b/gim

/** A rule of a style sheet on a line of its own. */
const styleRule =
  /^[ \t]*[.#@]?[a-z][\w .,:#>@()-]{0,100}\{\s*(?:[a-z-]{2,40}\s*:[^{};\n]{1,100}[;\n]\s*){0,20}(?:[a-z-]{2,40}\s*:[^{};\n]{1,100})?\}/gim

/** Parts that are missing, or say less than the other. */
export const parts: Rule = (input) => {
  const { template, html, tell } = input
  const hasHtml = (template.html ?? '').trim() !== ''
  const hasText = (template.text ?? '').trim() !== ''
  const field = html?.parsed.field ?? sourceField('html', template.html ?? '')
  if (!hasHtml && !hasText) {
    // Of MJML that gives no html it is told why.
    if (template.mjml === undefined)
      tell('empty_body', sourceField(template.html === undefined ? 'text' : 'html', ''), [0, 0])
    return
  }
  if (!hasText) tell('no_text_part', template.text === undefined ? field : sourceField('text', template.text), [0, 0])
  const preheader = fieldOf(input, 'preheader')
  if (preheader !== undefined && !hasHtml)
    tell('preheader_without_html', preheader.field, [0, preheader.field.source.length])
  if (preheader !== undefined && repeats(preheader.field.source, template.subject))
    tell('preheader_repeats_subject', preheader.field, [0, preheader.field.source.length])
  if (preheader !== undefined && preheader.tags.length === 0 && preheader.field.source.trim().length > longestPreheader)
    tell('long_preheader', preheader.field, [0, preheader.field.source.length])
  if (
    preheader !== undefined &&
    preheader.field.source.trim() !== '' &&
    preheader.tags.length === 0 &&
    !/\p{L}{2}/u.test(preheader.field.source)
  )
    tell('no_preheader', preheader.field, [0, preheader.field.source.length], {
      message: 'The summary that inboxes show beside the subject has no words.',
    })
  const text = fieldOf(input, 'text')
  if (text !== undefined && hasText) {
    for (const { 0: rest, index } of text.field.source.matchAll(ofConverters))
      tell('html_in_text', text.field, [index, index + rest.length], {
        message: 'A program that made the text of html left this; readers see it as it is.',
        hint: 'Take it out, and say in words what readers should know.',
      })
  }
  for (const plain of [text, preheader]) {
    if (plain === undefined || (plain === text && !hasText)) continue
    for (const { 0: tag, index } of plain.field.source.matchAll(
      /<\/?(?:a|b|br|div|em|font|h[1-6]|hr|i|img|li|ol|p|span|strong|table|tbody|td|th|tr|u|ul|html|body|head|style|center)\b[^<>]{0,500}>|&(?:nbsp|amp|lt|gt|quot|copy|reg|euro|[aou]uml|szlig|mdash|ndash|hellip|rsquo|lsquo|ldquo|rdquo|#x?[\da-f]{2,6});|<!doctype\b[^<>]{0,200}>|<!--[^<>]{0,500}-->|<!--\[if|<!\[endif\]/gi,
    ))
      tell(
        'html_in_text',
        plain.field,
        [index, index + tag.length],
        plain === text ? {} : { message: 'The preheader holds html, which is shown as it is written.' },
      )
  }
  if (text !== undefined)
    for (const { 0: rule, index } of ownWords(text).matchAll(styleRule))
      tell('html_in_text', text.field, [index, index + rule.length], { message: 'The text part holds a style sheet.' })
  if (html === undefined) return
  if (html.looks !== undefined) compareAmounts(html, html.looks, text, input)
  if (text === undefined || !hasText) return
  const link = html.starts.find(
    ({ name, attributes }) => name === 'a' && /^https?:|^\s*x{3}/i.test(attributes.get('href')?.value ?? ''),
  )
  if (link !== undefined && !linkInText.test(text.field.source) && !writesAddress(html, text))
    tell('no_links_in_text', text.field, [0, text.field.source.length])
  const reads = `${template.subject} ${text.field.source}`
  if (
    /\bnewsletter\b|\b\d{1,2} ?% off\b|\bspecial offers?\b|\bflash sale\b|\bshop now\b/i.test(reads) &&
    !/unsubscribe|opt[- ]?out|abmelden|abbestellen|désabonner|désinscri|darse de baja|disiscri|preferences/i.test(
      `${reads} ${template.html ?? ''}`,
    )
  )
    tell('no_unsubscribe', field, [0, 0])
}

/** Whether the text writes a value that is the whole address of a link. */
function writesAddress({ starts, parsed }: Html, text: ParsedField): boolean {
  const written = new Set(text.tags.map(({ body }) => body.trim()))
  return starts.some(({ name, attributes }) => {
    const href = name === 'a' ? attributes.get('href') : undefined
    if (href === undefined) return false
    const [start, end] = valueRange(parsed.field.source, href)
    const tag = parsed.tags[firstTagAfter(parsed, start)]
    return tag?.start === start && tag.end === end && written.has(tag.body.trim())
  })
}

const lettersIn = (text: string): number => text.replace(/[^\p{L}\p{N}]+/gu, '').length

/** Letters from which a page is more than a picture, and for each of many pictures. */
const leastLetters = 20
const lettersOfImage = 50

/** How much the html says in letters, beside its images and the text part. */
function compareAmounts(
  { page, starts, parsed: { field } }: Html,
  looks: readonly ElementLook[],
  text: ParsedField | undefined,
  { tell }: RuleInput,
): void {
  const images = starts.filter(({ name }) => name === 'img')
  const isCompared = text !== undefined && text.field.source.trim() !== ''
  // Only beside another text is it asked how many there are.
  const enough = isCompared ? Infinity : Math.max(leastLetters, images.length * lettersOfImage)
  let letters = 0
  if (isCompared || images.length > 0)
    for (const { element, text: words, parent } of page.texts) {
      if (element === '' && (looks[parent]?.hiddenBy ?? '') === '') letters += lettersIn(words)
      if (letters >= enough) break
    }
  const [first] = images
  if (images.length > 0 && letters < leastLetters) {
    tell('image_only', field, [first?.start ?? 0, first?.end ?? 0])
  } else if (images.length >= 4 && letters < images.length * lettersOfImage) {
    tell('many_images', field, [first?.start ?? 0, first?.end ?? 0], {
      message: `There are ${images.length} images and ${letters} letters of text.`,
    })
  }
  if (!isCompared) return
  const said = lettersIn(text.field.source)
  if (letters > 100 && said < letters / 4)
    tell('text_differs', text.field, [0, text.field.source.length], {
      message: `The text part has ${said} letters, the html ${letters}.`,
    })
}

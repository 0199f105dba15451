import type { Finding } from '@chancery/core'
import type { MjmlFault } from 'mjml-browser'
import { findingAt, type SourceField, sourceField } from '../parse/source-field.ts'
import { templateTokens } from '../parse/template-tokens.ts'
import { htmlTokens, wordsPlace } from '../parse/html-tokens.ts'
import { meantNames } from './mjml-names.ts'
import { mjmlCompiler } from './mjml-compiler.ts'

export interface CompiledMjml {
  readonly html: string
  /** Errors where something of the source is not in the html, with places of the source. */
  readonly findings: readonly Finding[]
}

/** The html that MJML stands for, with the tags of templates that are in it. Nothing is included or fetched. */
export async function compiledMjml(source: string): Promise<CompiledMjml> {
  const field = sourceField('mjml', source)
  const includes = Array.from(source.matchAll(/<mj-include[\s/>]/gi), ({ index, 0: tag }) =>
    findingAt(
      field,
      [index, index + tag.length],
      'error',
      'mjml_include',
      'The MJML includes another file, and there are none here.',
      'Write the content of the file into the template, or give it as a partial: {{> name}}.',
    ),
  )
  if (includes.length > 0) return { html: '', findings: includes }
  const mjml2html = await mjmlCompiler()
  try {
    const { html, errors } = await mjml2html(source, { validationLevel: 'soft', ignoreIncludes: true })
    const lost = [...lostTags(field, html), ...lostTexts(field, html)]
    return { html, findings: [...errors.map((fault) => faultAt(field, fault)), ...lost] }
  } catch (error) {
    const message = `The MJML cannot be read: ${error instanceof Error ? error.message : 'it has no form'}`
    const hint = 'It begins with <mjml> and <mj-body>, and every element is closed.'
    return { html: '', findings: [findingAt(field, [0, 0], 'error', 'mjml_invalid', message, hint)] }
  }
}

/** What MJML's own check says: an element that it does not know is left out, an attribute merely does nothing. */
function faultAt(field: SourceField, { line, message, tagName }: MjmlFault): Finding {
  const from = field.lines[line - 1] ?? 0
  const at = field.source.indexOf(`<${tagName}`, from)
  const start = at === -1 ? from : at
  const severity = message.startsWith('Attribute') ? 'warning' : 'error'
  const range = [start, start + tagName.length + 1] as const
  return findingAt(field, range, severity, 'mjml_invalid', `${tagName}: ${message}.`, meantNames(message))
}

/** Tags that MJML left out: it keeps text only inside elements that have some. */
function lostTags(field: SourceField, html: string): readonly Finding[] {
  const left = new Map<string, number>()
  for (const text of tagsOf(html)) left.set(text, (left.get(text) ?? 0) + 1)
  return templateTokens(field.source).tags.flatMap(({ kind, start, end }) => {
    if (kind === 'comment' || kind === 'literal') return []
    const text = field.source.slice(start, end)
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    if (count > 0) return []
    const hint = 'Between elements of MJML, write it into <mj-raw>.'
    return [findingAt(field, [start, end], 'error', 'mjml_lost_tag', 'MJML leaves this tag out.', hint)]
  })
}

const tagsOf = (html: string): readonly string[] =>
  templateTokens(html).tags.map(({ start, end }) => html.slice(start, end))

/** Texts that are told at most: each was looked for in all of the html. */
const mostTexts = 20

/** Texts that MJML left out: those of an element that is not closed, and those between elements. */
function lostTexts(field: SourceField, html: string): readonly Finding[] {
  const { tokens } = htmlTokens(field.source)
  const whole = inOneLine(html)
  const lost: Finding[] = []
  let at = 0
  for (const token of tokens.slice(tokens.findIndex((each) => each.kind === 'start' && each.name === 'mj-body') + 1)) {
    if (token.kind === 'end' && token.name === 'mj-body') break
    if (token.kind !== 'text' || token.element !== '' || token.text.trim() === '') continue
    const { start, end } = wordsPlace(field.source, token)
    const words = inOneLine(field.source.slice(start, end))
    // Tags are told of by themselves.
    if (inOneLine(words.replace(/\{\{[^{}]*\}\}/g, '')).trim() === '') continue
    // Most are in their order.
    const found = whole.indexOf(words, at)
    if (found !== -1) at = found + words.length
    else if (!whole.includes(words)) {
      if (lost.length === mostTexts) break
      const hint = 'Close the element that it stands in; between elements of MJML, write it into <mj-raw>.'
      lost.push(findingAt(field, [start, end], 'error', 'mjml_lost_text', 'MJML leaves this text out.', hint))
    }
  }
  return lost
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ')

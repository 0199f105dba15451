import { suggest } from '@chancery/core'
import { tagFault, type TagFault } from '../syntax/fault.ts'

/** What people know from other engines, as it stands between delimiters, and what is written here. */
const statements: readonly (readonly [pattern: RegExp, hint: string])[] = [
  [
    /^(?:FOR|for(?:each)?)\s+\$?[\p{L}_][\p{L}\p{N}_]*(?:\s*,\s*[\p{L}_]\w*)?\s+(?:IN|in|of)\s+\S/u,
    'Write {#each list}…{/each}; inside it the fields of an item are read by their names.',
  ],
  [/^(?:foreach|each|loop|repeat|while)\s+[\p{L}_$]/u, 'Write {#each list}…{/each}.'],
  [
    /^[#^]\s*(?:foreach|for|forall|loop|repeat|while)\s+[\p{L}_$]/u,
    'Write {#each list}…{/each}; inside it the fields of an item are read by their names.',
  ],
  [
    /^[#^]\s*(?:each\s+)?[\p{L}_][\p{L}\p{N}_.]*\s+(?:in|as)\s+[\p{L}_]/u,
    'Write {#each list}…{/each}; inside it the fields of an item are read by their names.',
  ],
  [
    /^(?:[#^]\s*(?:if|each|unless|columns)|else\s?if)$/,
    'Name what it is about: {#if paid}, {#each items}, {else if late}.',
  ],
  [/^\S+\s+if\s+\S.*\selse\s+\S/, 'Write {test ? value : other}.'],
  [/^(?:r|p|tr|tc)\s+[\p{L}_]/u, 'Write {~path} for formatted text, and the path alone for a value.'],
  [/^lookup\s+[\p{L}_]/u, 'Write {list[key]}: {prices[code]}, {rows[0]}.'],
  [/^@html\s+[\p{L}_]/u, 'Write {~path} for formatted text.'],
  [
    /^[\p{L}_$][\p{L}\p{N}_.]*\s+%\s+\d+$/u,
    'There is no remainder of a division; of the turns of a loop say $even and $odd.',
  ],
  [/^--/, 'A remark is {!text}.'],
  [/^page_?\s?break$/i, 'A page break is {pageBreak}.'],
  [/^[#^]\s*(?:ifnot|when)\s+[\p{L}_$]/u, 'Write {#if x}…{/if}, or {#unless x}…{/unless}.'],
  [
    /^(?:END-(?:FOR|IF)\b|end\s?(?:if|for|foreach|each|while|with|unless|section)\b)/i,
    'A section is closed by {/}, {/if} or {/each}.',
  ],
  [/^(?:IF|if|unless|elif|elsif)\s+\S/, 'Write {#if x}…{else}…{/if}; {else if y} goes between.'],
  [
    /^(?:INS|EXEC|HTML|IMAGE|LINK|ALIAS|QUERY|CMD_NODE)\s+\S/,
    'Write the path alone; {%path} for an image, {~path} for formatted text, {url | link} for a link.',
  ],
  [/^set\s+[\p{L}_]\w*\s*=/u, 'Write {= name: value}.'],
  [/^@(?:index|key|first|last|root|odd|even)\b/, 'Write $index, $first, $last, $odd, $even or $root.'],
  [
    /^(?:for)?loop\.(?:index0?|first|last|length|counter0?)\b/,
    'Write $number (from 1), $index (from 0), $first, $last or $length.',
  ],
  [
    /^[#^]?d\.[\p{L}_].*\[\s*[a-z]\w*\s*(?:\+\s*1\s*)?\]/u,
    'Write {#list}…{/list} around what repeats, and the names of its fields inside.',
  ],
  [
    /^[#^%~]?[dc]\.[\p{L}_]/u,
    'The data is read by its own names: write the path without "d." or "c.", unless the data has such an object.',
  ],
]
/** Comparisons in words, and as calls: `paid eq true`, `(gt total 5)`, `status is not "open"`. */
const wordOperator =
  /\s(?:gte?|lte?|eq|neq?|equals|contains|includes|is\s+(?:not|equal|true|false|null|none|empty|defined)|is\s+["“])(?![\p{L}\p{N}_:-])|\(\s*(?:gte?|lte?|eq|neq?|and|or|not)\s/u

export const comparisonHint =
  'Write ==, !=, <, <=, > or >= with spaces around: {#if total >= 100}; of texts {#if code | like:"*A*"}.'

/** Whether a tag tests something (a section, `else if`, a choice) by an operator in words. */
export const comparesInWords = (text: string): boolean =>
  /^(?:[#^]|else\s?if\s)|^[^"]*\s\?\s/.test(text) && wordOperator.test(text.replaceAll(/"[^"]*"/g, '""'))

const loopNames = ['$index', '$number', '$first', '$last', '$length', '$even', '$odd', '$root', '$parent']

/**
 * What is a tag of this language by its letters, and looks like one of another engine: Jinja, Handlebars, docx-templates,
 * Carbone, Smarty. `source` stands between the delimiters.
 */
export function foreignTag(source: string): TagFault | undefined {
  const text = source.trim()
  const start = source.indexOf(text)
  const fault = (message: string, hint: string): TagFault =>
    tagFault('foreign_statement', message, start, start + text.length, hint)
  if (text === 'pageBreak') return undefined
  const known = statements.find(([pattern]) => pattern.test(text))
  if (known !== undefined) return fault('This looks like a tag of another engine, and is read as a name.', known[1])
  if (comparesInWords(text)) return fault('A comparison in words is read as a part of a name.', comparisonHint)
  const variable = /^[#^%~]?\s*(\$[\p{L}_][\p{L}\p{N}_]*)/u.exec(text)?.[1]
  if (variable === undefined || loopNames.includes(variable)) return undefined
  const near = suggest(variable, loopNames)
  return fault(
    `"${variable}" is nothing that a loop has; it is read as a name.`,
    near === undefined ? `Write the name without "$": {${variable.slice(1)}}.` : `Did you mean "${near}"?`,
  )
}

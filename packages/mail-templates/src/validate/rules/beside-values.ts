import type { Expression } from '@chancery/tags'
import type { Node } from '../../parse/parse-template.ts'
import { type Rule } from '../rule.ts'

/** Words that greet, which a name follows behind a space. */
const greeting =
  /(?<!\p{L})(?:dear|hello|hi|hey|hallo|liebe[rs]?|guten tag|sehr geehrte[rs]?(?: herr| frau)?|bonjour|ch(?:er|ère)|hola|estimad[oa]|ciao|gentile|olá|beste|thanks|thank you|danke)$/iu
/** Signs behind a value, of which one was meant. */
const doubled = /^(?: ?,[,;.]|;[;,.]|\.,|:[:,;]|\.{2}(?!\.))(?=[\s<]|$)/
const signBefore = /(?:[€$£¥]|(?<![\p{L}])(?:EUR|USD|GBP|CHF|JPY))(?:[ \u00A0]|&nbsp;)?$/u
const signBehind = /^(?:[ \u00A0]|&nbsp;)?(?:[€$£¥]|(?:EUR|USD|GBP|CHF|JPY)(?![\p{L}]))/u
const percentBehind = /^(?:[ \u00A0]|&nbsp;)?%(?!\w)/

/** The last formatter that a value goes through. */
const lastFormatter = (expression: Expression): string => (expression.kind === 'pipe' ? expression.formatter.name : '')

/** What stands right beside a value and spoils what readers see: a sign twice, a word without its space. */
export const besideValues: Rule = ({ checked, tell }) => {
  for (const { field, nodes } of checked.fields) {
    const { source } = field
    const visit = (each: readonly Node[]): void => {
      for (const node of each) {
        if (node.kind === 'literal') continue
        if (node.kind === 'section') {
          visit(node.children)
          visit(node.otherwise)
          continue
        }
        // Of a partial, another source.
        if (node.place.field !== field) continue
        const { start, end } = node.place
        const [before, behind] = [source.slice(Math.max(0, start - 24), start), source.slice(end, end + 12)]
        const formatter = lastFormatter(node.expression)
        const add = (message: string, hint: string): void =>
          tell('odd_beside_value', field, [start, end], { message, hint })
        if (greeting.test(before)) add('No space stands between a greeting and the value behind it.', 'Add a space.')
        if (doubled.test(behind)) add('Two signs of punctuation follow a value.', 'Keep one.')
        if (formatter === 'currency' && (signBefore.test(before) || signBehind.test(behind)))
          add('"currency" writes the sign of the currency; it stands there twice.', 'Take the one beside the tag out.')
        if (formatter === 'currency' && percentBehind.test(behind))
          add('A sign of per cent follows an amount of money.', 'Take it out, or write another value.')
        if (formatter === 'percent' && percentBehind.test(behind))
          add('"percent" writes its sign; it stands there twice.', 'Take the one behind the tag out.')
      }
    }
    visit(nodes)
  }
}

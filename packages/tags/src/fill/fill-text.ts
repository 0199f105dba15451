import { ChanceryError, type FillRequest } from '@chancery/core'
import { fillTemplate } from './fill-template.ts'
import { parseTemplate } from '../template/parse-template.ts'
import { doubleBraces, singleBraces } from '../template/scan-text.ts'

/**
 * Fills one line of plain text, such as a file name: the delimiters given, else `{{ }}` where the text has them, else `{ }`.
 * @throws `template_invalid`, `data_incomplete`, `payload_too_large`.
 */
export function fillText(
  text: string,
  request: FillRequest,
): { readonly text: string; readonly missing: readonly string[] } {
  const { nodes, faults } = parseTemplate(
    text,
    request.delimiters ?? (text.includes('{{') ? doubleBraces : singleBraces),
  )
  if (faults.length > 0) {
    throw new ChanceryError('template_invalid', 'The tags of a text have faults.', {
      violations: faults.slice(0, 100).map(({ code, message, hint, start, end }) => ({
        pointer: '',
        code,
        message,
        ...(hint === undefined ? {} : { hint }),
        location: { start, end },
      })),
    })
  }
  const { text: filled, report } = fillTemplate(nodes, request)
  return { text: filled, missing: report.missing }
}

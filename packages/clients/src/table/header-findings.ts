import type { Finding } from '@chancery/core'
import type { Header } from './find-header.ts'

/** What people should know of how a header row was told. */
export function headerFindings(certainty: Header['certainty'], linesLeftOut: number): readonly Finding[] {
  const findings: Finding[] = []
  if (certainty === 'none') findings.push(noHeader)
  if (certainty === 'assumed') findings.push(headerAssumed)
  if (linesLeftOut > 0) findings.push(linesAbove(linesLeftOut))
  return findings
}

const noHeader: Finding = {
  code: 'no_header_row',
  severity: 'warning',
  message: 'The first row holds values, not names; the columns are numbered.',
  hint: 'Map them as "Column 1", "Column 2", …, or add a header row.',
}

const headerAssumed: Finding = {
  code: 'header_assumed',
  severity: 'warning',
  message: 'The first row was taken as the header row, though none of its names is known.',
  hint: 'If it is a client, add a header row above it.',
}

const linesAbove = (count: number): Finding => ({
  code: 'lines_above_header',
  severity: 'info',
  message: `${count} line(s) above the first row that name no columns, or name them once more, were left out.`,
})

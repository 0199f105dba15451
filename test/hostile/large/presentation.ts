import { presentation } from '../packages.ts'
import type { LargeAttack } from './large-attack.ts'

const table = (rows: number, columns: number): string =>
  `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblGrid>${'<a:gridCol w="1"/>'.repeat(columns)}</a:tblGrid>${`<a:tr h="1">${'<a:tc><a:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></a:txBody></a:tc>'.repeat(columns)}</a:tr>`.repeat(rows)}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
const shapesInGroups = `${'<p:grpSp>'.repeat(100)}<p:sp><p:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></p:txBody></p:sp>${'</p:grpSp>'.repeat(100)}`

export const presentationAttacks: readonly LargeAttack<Buffer>[] = [
  ['a table of 100,000 cells', () => presentation(table(1000, 100))],
  ['500 groups of groups', () => presentation(shapesInGroups.repeat(500))],
]

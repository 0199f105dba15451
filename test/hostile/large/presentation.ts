import { presentation } from '../packages.ts'
import { type LargeAttack, of } from './large-attack.ts'

const table = (rows: number, columns: number): string =>
  `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblGrid>${'<a:gridCol w="1"/>'.repeat(columns)}</a:tblGrid>${`<a:tr h="1">${'<a:tc><a:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></a:txBody></a:tc>'.repeat(columns)}</a:tr>`.repeat(rows)}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
const shapesInGroups = `${'<p:grpSp>'.repeat(100)}<p:sp><p:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></p:txBody></p:sp>${'</p:grpSp>'.repeat(100)}`

export const presentationAttacks: readonly LargeAttack<Buffer>[] = [
  ['a table of 100,000 cells', () => presentation(table(1000, 100))],
  ['500 groups of groups', () => presentation(shapesInGroups.repeat(500))],
  [
    '30,000 shapes',
    () =>
      presentation(
        of(
          30_000,
          (n) =>
            `<p:sp><p:nvSpPr><p:cNvPr id="${n}" name="s${n}"/></p:nvSpPr><p:spPr><a:xfrm><a:off x="${n * 977}" y="${n * 7}"/><a:ext cx="9" cy="9"/></a:xfrm></p:spPr><p:txBody><a:p><a:r><a:t>a${n}</a:t></a:r></a:p></p:txBody></p:sp>`,
        ),
      ),
  ],
  [
    'a shape of 100,000 paragraphs',
    () =>
      presentation(
        `<p:sp><p:txBody>${of(100_000, (n) => `<a:p><a:pPr lvl="${n % 9}"/><a:r><a:t>a${n}</a:t></a:r></a:p>`)}</p:txBody></p:sp>`,
      ),
  ],
  [
    '490 slides of a text and a table of 100 cells',
    () =>
      presentation(
        ...Array.from(
          { length: 490 },
          (_, n) => `<p:sp><p:txBody><a:p><a:r><a:t>slide ${n}</a:t></a:r></a:p></p:txBody></p:sp>${table(10, 10)}`,
        ),
      ),
  ],
]

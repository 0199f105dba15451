import { describe, expect, it } from 'vitest'
import { officeNamespaces, packageOf, relationshipsOf, type RelationshipFixture } from '../package/package-fixture.ts'
import { outline, readForTest } from '../reading-for-test.ts'

const namespaces = officeNamespaces('presentationml/2006/main')
const transform = ([x, y, width, height]: readonly number[]): string =>
  `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>`
const run = (text: string, properties = ''): string => `<a:r><a:rPr>${properties}</a:rPr><a:t>${text}</a:t></a:r>`
const paragraph = (content: string, properties = ''): string => `<a:p>${properties}${content}</a:p>`

const shape = (placeholder: string, place: readonly number[] | undefined, text: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1"/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr>${
    place === undefined ? '' : transform(place)
  }</p:spPr><p:txBody>${text}</p:txBody></p:sp>`

interface SlideFixture {
  readonly xml: string
  readonly attributes?: string
  readonly relationships?: Readonly<Record<string, RelationshipFixture>>
}

const root = (name: string, content: string, attributes = ''): string =>
  `<p:${name} ${namespaces} ${attributes}><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:${name}>`

const pptxOf = (slides: readonly SlideFixture[], parts: Readonly<Record<string, string>> = {}): Uint8Array =>
  packageOf({
    '_rels/.rels': relationshipsOf({ rId1: { type: 'officeDocument', target: 'ppt/presentation.xml' } }),
    // The order of the slides is that of the list and not that of their names.
    'ppt/presentation.xml': `<p:presentation ${namespaces}><p:sldIdLst>${slides
      .map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index}"/>`)
      .join('')}</p:sldIdLst><p:sldSz cx="10000" cy="5000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationshipsOf(
      Object.fromEntries(
        slides.map((_, index) => [`s${index}`, { type: 'slide', target: `slides/slide${9 - index}.xml` }]),
      ),
    ),
    ...Object.fromEntries(
      slides.flatMap(({ xml, attributes, relationships = {} }, index) => [
        [`ppt/slides/slide${9 - index}.xml`, root('sld', xml, attributes)],
        [
          `ppt/slides/_rels/slide${9 - index}.xml.rels`,
          relationshipsOf({ l: { type: 'slideLayout', target: '../slideLayouts/l.xml' }, ...relationships }),
        ],
      ]),
    ),
    'ppt/slideLayouts/l.xml': root(
      'sldLayout',
      shape('<p:ph type="title"/>', [1000, 500, 8000, 500], paragraph(run('Click'))) +
        shape('<p:ph idx="1"/>', [1000, 2000, 4000, 1000], ''),
    ),
    'ppt/slideLayouts/_rels/l.xml.rels': relationshipsOf({
      m: { type: 'slideMaster', target: '../slideMasters/m.xml' },
    }),
    'ppt/slideMasters/m.xml': `<p:sldMaster ${namespaces}><p:cSld><p:spTree/></p:cSld><p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr><a:lvl2pPr><a:buAutoNum type="alphaLcParenR"/></a:lvl2pPr></p:bodyStyle></p:txStyles></p:sldMaster>`,
    ...parts,
  })

describe('pptx', () => {
  it('keeps shapes that are not shown apart', async () => {
    const hidden = shape('', undefined, paragraph(run('Draft'))).replace(
      '<p:cNvPr id="1"/>',
      '<p:cNvPr id="1" hidden="1"/>',
    )
    const model = await readForTest(pptxOf([{ xml: hidden + shape('', undefined, paragraph(run('Shown'))) }]), 'pptx')
    expect(model.blocks.map(({ layer, span }) => [layer, model.text.slice(span.start, span.end)])).toEqual([
      ['hidden', 'Draft'],
      ['body', 'Shown'],
    ])
  })

  it('takes the largest line at the top for a title where no shape says that it is one', async () => {
    const sized = (text: string, size: number, y: number): string =>
      shape('', [500, y, 4000, 400], paragraph(`<a:r><a:rPr sz="${size}" b="1"/><a:t>${text}</a:t></a:r>`))
    const read = async (...shapes: readonly string[]) =>
      outline(await readForTest(pptxOf([{ xml: shapes.join('') }]), 'pptx'))
    expect(await read(sized('Our work began', 1800, 1000), sized('Results', 3600, 200))).toEqual([
      'heading 1 | Results',
      'text-box | Our work began',
    ])
    expect(await read(sized('Above', 1800, 100), sized('42 %', 6000, 2000))).toEqual([
      'text-box | Above',
      'text-box | 42 %',
    ])
    expect(await read(sized('One', 2000, 100), sized('Two', 2000, 2000))).toEqual(['text-box | One', 'text-box | Two'])
  })

  it('reads formulas, in a line and by themselves', async () => {
    const formula =
      '<m:oMathPara><m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></m:oMathPara>'
    const choice = `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><mc:Choice Requires="a14"><a14:m>${formula}</a14:m></mc:Choice><mc:Fallback>${run('picture')}</mc:Fallback></mc:AlternateContent>`
    const model = await readForTest(
      pptxOf([{ xml: shape('', [0, 0, 10, 10], `${paragraph(`${run('so ')}${choice}`)}${paragraph(choice)}`) }]),
      'pptx',
    )
    expect(outline(model)).toEqual(['text-box | so x^2', 'formula | x^2'])
    expect(model.formulas.map(({ latex }) => latex)).toEqual(['x^{2}', 'x^{2}'])
  })

  it('reads slides in order, their places and bullets inherited from the layout and the master', async () => {
    const model = await readForTest(
      pptxOf(
        [
          {
            xml:
              shape('', [6000, 2000, 1000, 500], paragraph(run('right'))) +
              shape(
                '<p:ph idx="1"/>',
                undefined,
                paragraph(run('one')) +
                  paragraph(run('deep'), '<a:pPr lvl="1"/>') +
                  paragraph(run('deeper'), '<a:pPr lvl="1"/>') +
                  paragraph(run('plain ') + run('link', '<a:hlinkClick r:id="h"/>'), '<a:pPr><a:buNone/></a:pPr>'),
              ) +
              shape('<p:ph type="title"/>', undefined, paragraph(run('Welcome'))) +
              shape(
                '<p:ph type="sldNum" idx="9"/>',
                [9000, 4500, 500, 200],
                paragraph('<a:fld id="x"><a:t>1</a:t></a:fld>'),
              ),
            relationships: {
              h: { type: 'hyperlink', target: 'https://example.com/', external: true },
              n: { type: 'notesSlide', target: '../notesSlides/n.xml' },
              c: { type: 'comments', target: '../comments/c.xml' },
            },
          },
          { xml: shape('', [0, 0, 100, 100], paragraph(run('unseen'))), attributes: 'show="0"' },
        ],
        {
          'ppt/notesSlides/n.xml': root(
            'notes',
            shape('<p:ph type="body" idx="1"/>', undefined, paragraph(run('say it'))) +
              shape('<p:ph type="sldNum"/>', undefined, paragraph(run('1'))),
          ),
          'ppt/comments/c.xml': `<p:cmLst ${namespaces}><p:cm><p:text>why</p:text></p:cm></p:cmLst>`,
        },
      ),
      'pptx',
    )
    expect(outline(model)).toEqual([
      'heading 1 | Welcome',
      'list-item 1 • | one',
      'list-item 2 a) | deep',
      'list-item 2 b) | deeper',
      'paragraph | plain link',
      'text-box | right',
      'footer | 1',
      'paragraph | say it',
      'comment | why',
      'text-box | unseen',
    ])
    expect(model.blocks.slice(0, 5).map(({ parent }) => parent)).toEqual([undefined, undefined, 1, 1, undefined])
    expect(model.blocks.map(({ layer }) => layer).slice(6)).toEqual(['furniture', 'note', 'annotation', 'hidden'])
    expect(model.blocks[0]?.span.box).toEqual({ x: 0.1, y: 0.1, width: 0.8, height: 0.1 })
    expect(model.links.map(({ span, url }) => [model.text.slice(span.start, span.end), url])).toEqual([
      ['link', 'https://example.com/'],
    ])
    expect(model.outline).toEqual([{ title: 'Welcome', level: 1, page: 1, start: 0 }])
    expect(model.pages.map(({ name }) => name)).toEqual(['Welcome', undefined])
  })

  it('reads tables, charts, diagrams, groups and pictures', async () => {
    const frame = (content: string, y: number): string =>
      `<p:graphicFrame><p:xfrm><a:off x="0" y="${y}"/><a:ext cx="5000" cy="400"/></p:xfrm><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></p:graphicFrame>`
    const tc = (text: string, attributes = ''): string =>
      `<a:tc ${attributes}><a:txBody>${paragraph(run(text))}</a:txBody></a:tc>`
    const point = (id: string, text: string, type = 'node'): string =>
      `<dgm:pt modelId="${id}" type="${type}"><dgm:t>${paragraph(run(text))}</dgm:t></dgm:pt>`
    const connection = (from: string, to: string): string => `<dgm:cxn srcId="${from}" destId="${to}" srcOrd="0"/>`
    const model = await readForTest(
      pptxOf(
        [
          {
            xml:
              frame(
                `<a:tbl><a:tblPr firstRow="1"/><a:tr>${tc('h', 'gridSpan="2"')}${tc('', 'hMerge="1"')}</a:tr><a:tr>${tc('a', 'rowSpan="2"')}${tc('b')}</a:tr><a:tr>${tc('', 'vMerge="1"')}${tc('c')}</a:tr></a:tbl>`,
                0,
              ) +
              frame('<c:chart r:id="c"/>', 1000) +
              frame('<dgm:relIds r:dm="d"/>', 2000) +
              `<p:grpSp><p:grpSpPr><a:xfrm><a:off x="0" y="4000"/><a:ext cx="1000" cy="500"/><a:chOff x="0" y="0"/><a:chExt cx="2000" cy="1000"/></a:xfrm></p:grpSpPr>${shape('', [1000, 0, 1000, 1000], paragraph(run('grouped')))}</p:grpSp>` +
              '<p:pic><p:nvPicPr><p:cNvPr id="2" descr="A cat"/></p:nvPicPr><p:blipFill><a:blip r:embed="i"/></p:blipFill></p:pic>',
            relationships: {
              c: { type: 'chart', target: '../charts/c.xml' },
              d: { type: 'diagramData', target: '../diagrams/d.xml' },
              i: { type: 'image', target: '../media/1.png' },
            },
          },
        ],
        {
          'ppt/charts/c.xml': `<c:chartSpace ${namespaces}><c:chart><c:title><c:tx><c:rich>${paragraph(run('Growth'))}</c:rich></c:tx></c:title><c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>Sales</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:pt idx="0"><c:v>Q1</c:v></c:pt></c:cat><c:val><c:pt idx="0"><c:v>5</c:v></c:pt></c:val></c:ser></c:chart></c:chartSpace>`,
          // The last connection goes in a circle.
          'ppt/diagrams/d.xml': `<dgm:dataModel ${namespaces}><dgm:ptLst>${point('0', '', 'doc')}${point('1', 'Boss')}${point('2', 'Clerk')}</dgm:ptLst><dgm:cxnLst>${connection('0', '1')}${connection('1', '2')}${connection('2', '1')}</dgm:cxnLst></dgm:dataModel>`,
        },
      ),
      'pptx',
    )
    expect(outline(model)).toEqual([
      'table | h\na\tb\nc',
      'caption | Growth',
      'table | \tSales\nQ1\t5',
      'list-item 1 • | Boss',
      'list-item 2 • | Clerk',
      'text-box | grouped',
      'figure | ',
    ])
    expect(model.tables[0]).toMatchObject({ rows: 3, columns: 2, headerRows: 1 })
    expect(model.blocks.at(-2)?.span.box).toEqual({ x: 0.05, y: 0.8, width: 0.05, height: 0.1 })
    expect(model.images).toEqual([{ contentType: 'image/png', altText: 'A cat', page: 1 }])
  })

  it('keeps looks, and who wrote which comment', async () => {
    const look = (text: string, attributes: string): string => `<a:r><a:rPr ${attributes}/><a:t>${text}</a:t></a:r>`
    const xml = shape(
      '',
      [0, 0, 9, 9],
      paragraph(run('a ') + look('b', 'b="1" i="1"') + look('2', 'baseline="30000"') + look('c', 'strike="sngStrike"')),
    )
    const model = await readForTest(
      pptxOf([{ xml, relationships: { c: { type: 'comments', target: '../comments/c.xml' } } }], {
        'ppt/_rels/presentation.xml.rels': relationshipsOf({
          s0: { type: 'slide', target: 'slides/slide9.xml' },
          a: { type: 'commentAuthors', target: 'authors.xml' },
        }),
        'ppt/authors.xml': `<p:cmAuthorLst ${namespaces}><p:cmAuthor id="3" name="Ann"/></p:cmAuthorLst>`,
        'ppt/comments/c.xml': `<p:cmLst ${namespaces}><p:cm authorId="3" dt="2026-03-01T10:00:00"><p:text>why</p:text></p:cm></p:cmLst>`,
      }),
      'pptx',
    )
    expect(model.runs.map(({ span, ...own }) => [model.text.slice(span.start, span.end), own])).toEqual([
      ['b', { bold: true, italic: true }],
      ['2', { script: 'super' }],
      ['c', { strike: true }],
    ])
    expect(model.blocks.at(-1)).toMatchObject({ type: 'comment', author: 'Ann', date: '2026-03-01T10:00:00' })
  })

  it('reads the wanted slides, and refuses what is no presentation', async () => {
    const bytes = pptxOf(['a', 'b', 'c'].map((text) => ({ xml: shape('', [0, 0, 9, 9], paragraph(run(text))) })))
    const model = await readForTest(bytes, 'pptx', { pages: [2, 7] })
    expect(model.text).toBe('b')
    expect(model.warnings.map(({ code }) => code)).toEqual(['page_not_found'])
    await expect(readForTest(packageOf({ x: 'y' }), 'pptx')).rejects.toMatchObject({ code: 'document_corrupt' })
    await expect(readForTest('no zip', 'pptx')).rejects.toMatchObject({ code: 'document_corrupt' })
  })
})

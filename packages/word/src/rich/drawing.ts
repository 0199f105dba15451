import type { Turn } from '@chancery/formats/raster'
import { escapeXml } from '../xml/escape-xml.ts'
import type { DrawnSize } from './picture-size.ts'

/** A picture in a line of text. */
export interface Drawing {
  readonly id: number
  /** As it is seen, turned. */
  readonly size: DrawnSize
  readonly turn?: Turn | undefined
  /** Relation to the picture. */
  readonly relation: string
  /** Relation to the same picture as SVG, which newer programs show instead. */
  readonly svgRelation?: string
  readonly alt: string
}

const drawingml = 'http://schemas.openxmlformats.org/drawingml/2006'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
/** Of the extension that names an SVG beside a picture ([MS-ODRAWXML] 2.3.3.3). */
const svgExtension = '{96DAC541-7B7A-43D3-8B79-37D633B846F1}'

/** The share of a side that is cut off, in thousandths of a percent. */
const share = (cut: number): string => String(Math.round(cut * 100_000))

/** A run's `w:drawing` (ECMA-376 part 1, 20.4.2.8). It declares its namespaces itself: no part has to have them. */
export function drawingXml({ id, size, turn, relation, svgRelation, alt }: Drawing): string {
  // A drawing has the size that it has before it is turned; what then stands out is its effect (20.4.2.6).
  const isAcross = turn?.quarters === 1 || turn?.quarters === 3
  const [width, height] = isAcross ? [size.height, size.width] : [size.width, size.height]
  const [cutSides, cutEnds] = isAcross ? [size.cutEnds, size.cutSides] : [size.cutSides, size.cutEnds]
  const sides = isAcross ? Math.max(0, Math.round((height - width) / 2)) : 0
  const ends = isAcross ? Math.max(0, Math.round((width - height) / 2)) : 0
  const rotation = turn === undefined || turn.quarters === 0 ? '' : ` rot="${turn.quarters * 5_400_000}"`
  const mirror = turn?.isMirrored === true ? ' flipH="1"' : ''
  const description = alt === '' ? '' : ` descr="${escapeXml(alt)}"`
  const cut =
    cutSides + cutEnds === 0
      ? ''
      : `<a:srcRect l="${share(cutSides)}" t="${share(cutEnds)}" r="${share(cutSides)}" b="${share(cutEnds)}"/>`
  const blip =
    svgRelation === undefined
      ? `<a:blip r:embed="${relation}"/>`
      : `<a:blip r:embed="${relation}"><a:extLst><a:ext uri="${svgExtension}"><asvg:svgBlip xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main" r:embed="${svgRelation}"/></a:ext></a:extLst></a:blip>`
  return (
    `<w:drawing><wp:inline xmlns:wp="${drawingml}/wordprocessingDrawing" xmlns:a="${drawingml}/main" xmlns:pic="${drawingml}/picture" xmlns:r="${relationships}" distT="0" distB="0" distL="0" distR="0">` +
    `<wp:extent cx="${width}" cy="${height}"/><wp:effectExtent l="${sides}" t="${ends}" r="${sides}" b="${ends}"/><wp:docPr id="${id}" name="Picture ${id}"${description}/>` +
    `<wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr>` +
    `<a:graphic><a:graphicData uri="${drawingml}/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="${id}" name="Picture ${id}"${description}/><pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill>${blip}${cut}<a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
    `<pic:spPr><a:xfrm${rotation}${mirror}><a:off x="0" y="0"/><a:ext cx="${width}" cy="${height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`
  )
}

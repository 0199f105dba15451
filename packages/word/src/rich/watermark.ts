import type { WatermarkValue } from '@chancery/tags'
import { cleanText } from '../runs/clean-text.ts'
import { escapeXml } from '../xml/escape-xml.ts'
import type { Drawn } from './draw-value.ts'

/** Width of a letter beside the height of its line, in the typeface of watermarks, and so how long a text is. */
const letterWidth = 0.6
const pointsOfTwip = 1 / 20

/** Word Art behind the text in the middle of the page, as Word itself makes watermarks (VML, ECMA-376 part 4, 19.1). */
export function watermark({ text: given, color, layout }: WatermarkValue): Drawn {
  const text = cleanText(given).text
  return {
    text,
    write(place, context) {
      const { width, height } = sizeOf(text.length, layout, context.roomAt({ ...place, width: undefined }))
      const id = context.nextId()
      const style = [
        'position:absolute;margin-left:0;margin-top:0',
        `width:${width}pt;height:${height}pt`,
        ...(layout === 'diagonal' ? ['rotation:315'] : []),
        'z-index:-251658752',
        'mso-position-horizontal:center;mso-position-horizontal-relative:margin',
        'mso-position-vertical:center;mso-position-vertical-relative:margin',
      ].join(';')
      const shape = `<v:shape id="PowerPlusWaterMarkObject${id}" o:spid="_x0000_s${100_000 + id}" type="#_x0000_t136" alt="" style="${style}" o:allowincell="f" fillcolor="#${color}" stroked="f"><v:fill opacity=".5"/><v:textpath style="font-family:&quot;Calibri&quot;;font-size:1pt" string="${escapeXml(text)}"/></v:shape>`
      return {
        kind: 'runs',
        xml: `<w:r><w:rPr><w:noProof/></w:rPr><w:pict ${namespaces}>${textShape}${shape}</w:pict></w:r>`,
      }
    },
  }
}

const namespaces = 'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"'

/** The shape that every Word Art text refers to (`o:spt` 136: plain text). */
const textShape =
  '<v:shapetype id="_x0000_t136" coordsize="21600,21600" o:spt="136" adj="10800" path="m@7,l@8,m@5,21600l@6,21600e"><v:formulas><v:f eqn="sum #0 0 10800"/><v:f eqn="prod #0 2 1"/><v:f eqn="sum 21600 0 @1"/><v:f eqn="sum 0 0 @2"/><v:f eqn="sum 21600 0 @3"/><v:f eqn="if @0 @3 0"/><v:f eqn="if @0 21600 @1"/><v:f eqn="if @0 0 @2"/><v:f eqn="if @0 @4 21600"/><v:f eqn="mid @5 @6"/><v:f eqn="mid @8 @5"/><v:f eqn="mid @7 @8"/><v:f eqn="mid @6 @7"/><v:f eqn="sum @6 0 @5"/></v:formulas><v:path textpathok="t" o:connecttype="custom" o:connectlocs="@9,0;@10,10800;@11,21600;@12,10800" o:connectangles="270,180,90,0"/><v:textpath on="t" fitshape="t"/><v:handles><v:h position="#0,bottomRight" xrange="6629,14971"/></v:handles><o:lock v:ext="edit" text="t" shapetype="t"/></v:shapetype>'

/** In points: as long as fits between the margins, across or at 45°, and no higher than a third of that. */
function sizeOf(
  letters: number,
  layout: WatermarkValue['layout'],
  room: { readonly width: number; readonly height: number },
) {
  const widest = Math.min(room.width, room.height) * pointsOfTwip * 0.95
  const ratio = Math.max(1, letters * letterWidth)
  const full = layout === 'horizontal' ? widest : (widest * Math.SQRT2) / (1 + 1 / ratio)
  const height = Math.min(full / ratio, widest / 3)
  return { width: Math.round(height * ratio), height: Math.round(height) }
}

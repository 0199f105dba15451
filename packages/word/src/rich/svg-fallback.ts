import { attribute, scanXml } from '../xml/scan-xml.ts'
import { colorOf } from '@chancery/tags'
import { declarationsOf } from './css-values.ts'
import type { PictureHeader } from './picture-header.ts'
import { writePng } from './png-writer.ts'
import { type Outline, type Paint, Raster } from './raster.ts'
import { RichFault } from './rich-fault.ts'
import { pathLines, type Subpath } from './svg-path.ts'

/** a b c d e f of SVG's `matrix()`. */
type Matrix = readonly [number, number, number, number, number, number]
const identity: Matrix = [1, 0, 0, 1, 0, 0]

interface State {
  readonly matrix: Matrix
  readonly style: ReadonlyMap<string, string>
  readonly opacity: number
  readonly isHidden: boolean
}

/** Dots for each pixel (1/96 inch), and most on a side. */
const [density, maxSide] = [3, 1200]
const maxElements = 20_000
const emuPerPixel = 9525
const hiding = new Set([
  'defs',
  'clipPath',
  'mask',
  'symbol',
  'pattern',
  'marker',
  'linearGradient',
  'radialGradient',
  'metadata',
  'title',
  'desc',
  'style',
  'script',
  'foreignObject',
  'text',
])
const inherited = [
  'fill',
  'stroke',
  'stroke-width',
  'fill-rule',
  'fill-opacity',
  'stroke-opacity',
  'color',
  'visibility',
]

/**
 * What programs show that cannot show an SVG: its shapes and paths, their fills and strokes, in dots. Gradients are one
 * colour; text, pictures and filters are left out.
 * @throws RichFault for what is no well-formed SVG
 */
export function svgFallback(bytes: Uint8Array, { width, height }: PictureHeader): Uint8Array {
  const svg = new TextDecoder().decode(bytes).replace(/<!DOCTYPE[^>[]{0,2000}(?:\[[^\]]{0,20000}\])?\s*>/i, '')
  const scale = Math.min(density, maxSide / (Math.max(width, height) / emuPerPixel))
  const [columns, rows] = [width, height].map((side) => Math.max(1, Math.round((side / emuPerPixel) * scale)))
  const raster = new Raster(columns ?? 1, rows ?? 1)
  const gradients = gradientColors(svg)
  const classes = classRules(svg)
  const states: State[] = []
  let count = 0
  const fault = scanXml(svg, {
    open(name, attributes) {
      const element = name.replace(/^.*:/, '')
      if (++count > maxElements) throw new RichFault('The svg image has too many shapes.')
      const above = states.at(-1)
      const state = stateOf(
        element,
        attributes,
        above ?? { matrix: viewOf(attributes, raster), style: new Map(), opacity: 1, isHidden: false },
        classes,
      )
      states.push(state)
      if (!state.isHidden) paint(raster, shapeOf(element, attributes), state, gradients)
    },
    close() {
      states.pop()
    },
  })
  if (fault !== undefined) throw new RichFault('The svg image is not well-formed.')
  return writePng(raster.width, raster.height, raster.dots)
}

/** From the units of the view box to dots, whole and in the middle. */
function viewOf(attributes: string, { width, height }: Raster): Matrix {
  const box = (attribute(attributes, 'viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [x = 0, y = 0, boxWidth = 0, boxHeight = 0] = box
  if (!(boxWidth > 0 && boxHeight > 0)) {
    const own = Number.parseFloat(attribute(attributes, 'width') ?? '')
    const factor = own > 0 ? width / own : density
    return [factor, 0, 0, factor, 0, 0]
  }
  const scale = Math.min(width / boxWidth, height / boxHeight)
  return [scale, 0, 0, scale, (width - boxWidth * scale) / 2 - x * scale, (height - boxHeight * scale) / 2 - y * scale]
}

function stateOf(
  element: string,
  attributes: string,
  above: State,
  classes: ReadonlyMap<string, ReadonlyMap<string, string>>,
): State {
  const style = new Map(above.style)
  const own = declarationsOf(attribute(attributes, 'style') ?? '')
  const ofClasses = (attribute(attributes, 'class') ?? '')
    .split(/\s+/)
    .flatMap((name) => [...(classes.get(name) ?? [])])
  const given = new Map([...ofClasses, ...own])
  for (const name of inherited) {
    const value = given.get(name) ?? attribute(attributes, name)
    if (value !== undefined && value !== 'inherit') style.set(name, value)
  }
  const opacity = Number.parseFloat(given.get('opacity') ?? attribute(attributes, 'opacity') ?? '1')
  const isHidden = (given.get('display') ?? attribute(attributes, 'display')) === 'none'
  return {
    matrix: transformed(above.matrix, attribute(attributes, 'transform') ?? ''),
    style,
    opacity: above.opacity * (opacity >= 0 && opacity <= 1 ? opacity : 1),
    isHidden: above.isHidden || isHidden || hiding.has(element),
  }
}

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
]

function transformed(matrix: Matrix, transform: string): Matrix {
  let out = matrix
  for (const [, name, inner = ''] of transform.slice(0, 4000).matchAll(/(\w+)\s*\(([^()]*)\)/g)) {
    const n = inner
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = n
    const angle = (a * Math.PI) / 180
    if (name === 'matrix') out = times(out, [a, b, c, d, e, f])
    else if (name === 'translate') out = times(out, [1, 0, 0, 1, a, b])
    else if (name === 'scale') out = times(out, [a, 0, 0, n.length > 1 ? b : a, 0, 0])
    else if (name === 'skewX') out = times(out, [1, 0, Math.tan(angle), 1, 0, 0])
    else if (name === 'skewY') out = times(out, [1, Math.tan(angle), 0, 1, 0, 0])
    else if (name === 'rotate') {
      const turn: Matrix = [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0]
      out = times(times(times(out, [1, 0, 0, 1, b, c]), turn), [1, 0, 0, 1, -b, -c])
    }
  }
  return out.every(Number.isFinite) ? out : identity
}

function shapeOf(element: string, attributes: string): readonly Subpath[] {
  const n = (name: string): number => Number.parseFloat(attribute(attributes, name) ?? '0') || 0
  switch (element) {
    case 'path':
      return pathLines(attribute(attributes, 'd') ?? '')
    case 'rect': {
      const [x, y, w, h] = [n('x'), n('y'), n('width'), n('height')]
      const rx = Math.min(n('rx') || n('ry'), w / 2)
      const ry = Math.min(n('ry') || n('rx'), h / 2)
      if (!(w > 0 && h > 0)) return []
      const corner = (dx: number, dy: number): string => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`
      return rx > 0 && ry > 0
        ? pathLines(
            `M${x + rx} ${y}h${w - 2 * rx}${corner(rx, ry)}v${h - 2 * ry}${corner(-rx, ry)}h${2 * rx - w}${corner(-rx, -ry)}v${2 * ry - h}${corner(rx, -ry)}z`,
          )
        : pathLines(`M${x} ${y}h${w}v${h}h${-w}z`)
    }
    case 'circle':
    case 'ellipse': {
      const [rx, ry] = element === 'circle' ? [n('r'), n('r')] : [n('rx'), n('ry')]
      if (!(rx > 0 && ry > 0)) return []
      return pathLines(`M${n('cx') - rx} ${n('cy')}a${rx} ${ry} 0 0 1 ${2 * rx} 0a${rx} ${ry} 0 0 1 ${-2 * rx} 0z`)
    }
    case 'line':
      return [{ points: [n('x1'), n('y1'), n('x2'), n('y2')], isClosed: false }]
    case 'polygon':
    case 'polyline': {
      const points = (attribute(attributes, 'points') ?? '')
        .trim()
        .split(/[\s,]+/)
        .map(Number)
        .slice(0, 100_000)
      return [{ points: points.slice(0, points.length & ~1), isClosed: element === 'polygon' }]
    }
    default:
      return []
  }
}

function paint(
  raster: Raster,
  paths: readonly Subpath[],
  { matrix, style, opacity }: State,
  gradients: ReadonlyMap<string, string>,
): void {
  if (paths.length === 0 || style.get('visibility') === 'hidden') return
  const [a, b, c, d, e, f] = matrix
  const lines = paths.map(({ points, isClosed }) => ({
    isClosed,
    points: points.map((_, index) => {
      const [x, y] =
        index % 2 === 0 ? [points[index] ?? 0, points[index + 1] ?? 0] : [points[index - 1] ?? 0, points[index] ?? 0]
      return index % 2 === 0 ? a * x + c * y + e : b * x + d * y + f
    }),
  }))
  const colored = (name: 'fill' | 'stroke', usual: string): Paint | undefined => {
    const value = style.get(name) ?? usual
    const [, id] = /^url\(\s*["']?#([^"')\s]+)/.exec(value) ?? []
    const color =
      id === undefined ? colorOf(value === 'currentColor' ? (style.get('color') ?? '#000') : value) : gradients.get(id)
    const own = Number.parseFloat(style.get(`${name}-opacity`) ?? '1')
    if (color === undefined || value === 'none') return undefined
    const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    return { red, green, blue, opacity: opacity * (own >= 0 && own <= 1 ? own : 1) }
  }
  const fill = colored('fill', '#000')
  if (fill !== undefined)
    raster.fill(
      lines.map(({ points }) => points),
      fill,
      style.get('fill-rule') === 'evenodd',
    )
  const stroke = colored('stroke', 'none')
  const half = ((Number.parseFloat(style.get('stroke-width') ?? '1') || 0) * Math.sqrt(Math.abs(a * d - b * c))) / 2
  if (stroke !== undefined && half > 0)
    raster.fill(
      lines.flatMap((line) => strokeOf(line, Math.max(half, 0.4))),
      stroke,
      false,
    )
}

/** A line as outlines: each piece a rectangle, each joint an octagon, all turning the same way. */
function strokeOf({ points, isClosed }: Subpath, half: number): readonly Outline[] {
  const outlines: Outline[] = []
  const count = points.length / 2
  for (let index = 0; index < (isClosed ? count : count - 1); index++) {
    const to = (index + 1) % count
    const [x1, y1, x2, y2] = [
      points[index * 2] ?? 0,
      points[index * 2 + 1] ?? 0,
      points[to * 2] ?? 0,
      points[to * 2 + 1] ?? 0,
    ]
    const length = Math.hypot(x2 - x1, y2 - y1)
    if (!(length > 0)) continue
    const [nx, ny] = [((y1 - y2) / length) * half, ((x2 - x1) / length) * half]
    outlines.push([x1 - nx, y1 - ny, x2 - nx, y2 - ny, x2 + nx, y2 + ny, x1 + nx, y1 + ny])
    if (index > 0 || isClosed) {
      outlines.push(
        Array.from({ length: 8 }, (_, corner) => (corner * Math.PI) / 4).flatMap((angle) => [
          x1 + half * Math.cos(angle),
          y1 + half * Math.sin(angle),
        ]),
      )
    }
  }
  return outlines
}

/** Each gradient as the middle of its colours. */
function gradientColors(svg: string): ReadonlyMap<string, string> {
  const found = new Map<string, number[][]>()
  let stops: number[][] | undefined
  scanXml(svg, {
    open(name, attributes) {
      const element = name.replace(/^.*:/, '')
      if (element.endsWith('Gradient')) {
        stops = []
        found.set(attribute(attributes, 'id') ?? '', stops)
      } else if (element === 'stop') {
        const css = declarationsOf(attribute(attributes, 'style') ?? '')
        const color = colorOf(css.get('stop-color') ?? attribute(attributes, 'stop-color') ?? '#000')
        if (color !== undefined) stops?.push([0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16)))
      }
    },
    close() {},
  })
  const middle = (all: readonly number[][]): string =>
    [0, 1, 2]
      .map((channel) => Math.round(all.reduce((sum, stop) => sum + (stop[channel] ?? 0), 0) / all.length))
      .map((value) => value.toString(16).padStart(2, '0'))
      .join('')
  return new Map([...found].flatMap(([id, all]) => (all.length === 0 ? [] : [[id, middle(all)]])))
}

/** The rules of single classes in `<style>`, as drawing programs write them. */
function classRules(svg: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const rules = new Map<string, ReadonlyMap<string, string>>()
  for (const [, css = ''] of svg.matchAll(/<style\b[^>]{0,500}>([^<]{0,100000})/g)) {
    for (const [, selectors = '', body = ''] of css.matchAll(/([^{}]{1,2000})\{([^{}]{0,4000})\}/g)) {
      for (const selector of selectors.split(',')) {
        const name = /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1]
        if (name !== undefined) rules.set(name, new Map([...(rules.get(name) ?? []), ...declarationsOf(body)]))
      }
    }
  }
  return rules
}

/** One record of a PowerPoint stream ([MS-PPT] 2.3.1), or of the drawings in it ([MS-ODRAW] 2.2.1). */
export interface PptRecord {
  readonly type: number
  readonly instance: number
  /** What a container holds is records again. */
  readonly body: Buffer
}

const headerBytes = 8

/** The records that follow each other in some bytes; one that is cut off ends where they do. */
export function* recordsOf(bytes: Buffer): Generator<PptRecord> {
  for (let at = 0; at + headerBytes <= bytes.length;) {
    const body = at + headerBytes
    const end = body + bytes.readUInt32LE(at + 4)
    yield { type: bytes.readUInt16LE(at + 2), instance: bytes.readUInt16LE(at) >> 4, body: bytes.subarray(body, end) }
    at = end
  }
}

/** The record at an offset. @throws RangeError where there is none */
export function recordAt(bytes: Buffer, offset: number): PptRecord {
  const [record] = recordsOf(bytes.subarray(offset))
  if (record === undefined) throw new RangeError('A record is not there.')
  return record
}

/** The first record of a type among those of a container. */
export function firstOf(container: Buffer, type: number, instance?: number): Buffer | undefined {
  for (const record of recordsOf(container)) {
    if (record.type === type && (instance === undefined || record.instance === instance)) return record.body
  }
  return undefined
}

/** The numbers by which records are told ([MS-PPT] 2.13.24). */
export const recordTypes = {
  document: 1000,
  documentAtom: 1001,
  slide: 1006,
  slideAtom: 1007,
  notes: 1008,
  slidePersist: 1011,
  slideShowInfo: 1017,
  hyperlinkList: 1033,
  drawingGroup: 1035,
  drawing: 1036,
  placeholder: 3011,
  outlineTextRef: 3998,
  textHeader: 3999,
  textChars: 4000,
  textStyle: 4001,
  textBytes: 4008,
  string: 4026,
  hyperlinkAtom: 4051,
  hyperlink: 4055,
  slideNumber: 4056,
  headersFooters: 4057,
  headersFootersAtom: 4058,
  textLink: 4063,
  slideList: 4080,
  interaction: 4082,
  interactionAtom: 4083,
  userEdit: 4085,
  currentUser: 4086,
  persistDirectory: 6002,
} as const

/** The same of drawings ([MS-ODRAW] 2.2). */
export const drawingTypes = {
  drawings: 0xf000,
  drawing: 0xf002,
  group: 0xf003,
  shape: 0xf004,
  groupSpace: 0xf009,
  shapeFlags: 0xf00a,
  text: 0xf00d,
  childAnchor: 0xf00f,
  anchor: 0xf010,
  clientData: 0xf011,
  moreProperties: 0xf122,
} as const

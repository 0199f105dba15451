/** Numbers and texts of many small records, one after the other, as they go between processes. */
export interface Records {
  readonly integers: Int32Array
  readonly decimals: Float64Array
  /** Each once. */
  readonly texts: readonly string[]
}

/** Writes records field by field. Nothing tells them or their fields apart but their order. */
export class RecordWriter {
  private integers: Int32Array<ArrayBuffer>
  private integerCount = 0
  private decimals = new Float64Array(256)
  private decimalCount = 0
  private readonly texts: string[] = []
  private readonly indexes = new Map<string, number>()
  /** Where it is told which optional fields of the record are there, and the bit of the next one. */
  private presence = 0
  private nextBit = 1

  /** @param integers how many there will be, about */
  constructor(integers: number) {
    this.integers = new Int32Array(Math.max(integers, 64))
  }

  /** Begins a record. It may have as many optional fields as an integer has bits. */
  begin(): void {
    this.presence = this.integerCount
    this.nextBit = 1
    this.integer(0)
  }

  /** @param value one of 32 bits, with its sign */
  integer(value: number): void {
    if (this.integerCount === this.integers.length)
      this.integers = new Int32Array(this.integers.buffer.transfer(2 * this.integers.byteLength))
    this.integers[this.integerCount++] = value
  }

  decimal(value: number): void {
    if (this.decimalCount === this.decimals.length)
      this.decimals = new Float64Array(this.decimals.buffer.transfer(2 * this.decimals.byteLength))
    this.decimals[this.decimalCount++] = value
  }

  text(text: string): void {
    let index = this.indexes.get(text)
    if (index === undefined) {
      index = this.texts.push(text) - 1
      this.indexes.set(text, index)
    }
    this.integer(index)
  }

  /** Notes whether the next optional field is there, which is written after it. @returns the same */
  optional(isThere: boolean): boolean {
    if (isThere) this.integers[this.presence] = (this.integers[this.presence] ?? 0) | this.nextBit
    this.nextBit <<= 1
    return isThere
  }

  optionalInteger(value: number | undefined): void {
    if (this.optional(value !== undefined)) this.integer(value ?? 0)
  }

  optionalDecimal(value: number | undefined): void {
    if (this.optional(value !== undefined)) this.decimal(value ?? 0)
  }

  optionalText(text: string | undefined): void {
    if (this.optional(text !== undefined)) this.text(text ?? '')
  }

  records(): Records {
    return {
      integers: this.integers.subarray(0, this.integerCount),
      decimals: this.decimals.subarray(0, this.decimalCount),
      texts: this.texts,
    }
  }
}

/** Reads what a `RecordWriter` wrote, in the same order. */
export class RecordReader {
  private readonly records: Records
  private integerCount = 0
  private decimalCount = 0
  /** Which optional fields of the record are there; the lowest bit is for the next one. */
  private presence = 0

  constructor(records: Records) {
    this.records = records
  }

  /** @throws RangeError at the end */
  begin(): void {
    this.presence = this.integer()
  }

  /** @throws RangeError at the end */
  integer(): number {
    return there(this.records.integers[this.integerCount++])
  }

  /** @throws RangeError at the end */
  decimal(): number {
    return there(this.records.decimals[this.decimalCount++])
  }

  /** @throws RangeError for one that is not there, and at the end */
  text(): string {
    return this.oneOf(this.records.texts)
  }

  /** The item whose index is the next integer. @throws RangeError for one that is not there, and at the end */
  oneOf<Item>(items: readonly Item[]): Item {
    return there(items[this.integer()])
  }

  /** Whether the next optional field is there. */
  optional(): boolean {
    const isThere = (this.presence & 1) === 1
    this.presence >>>= 1
    return isThere
  }

  optionalInteger(): number | undefined {
    return this.optional() ? this.integer() : undefined
  }

  optionalText(): string | undefined {
    return this.optional() ? this.text() : undefined
  }
}

function there<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new RangeError('A record names what is not there.')
  return item
}

/** Traces and counts. The default does nothing but run. */
export interface Telemetry {
  span<T>(name: string, attributes: Readonly<Record<string, string | number>>, run: () => Promise<T>): Promise<T>
}

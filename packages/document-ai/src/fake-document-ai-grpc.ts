import { protos } from '@google-cloud/documentai'
import {
  type handleUnaryCall,
  type MethodDefinition,
  Server,
  ServerCredentials,
  type ServiceError,
} from '@grpc/grpc-js'

const { v1 } = protos.google.cloud.documentai
const { longrunning } = protos.google

type Request = protos.google.cloud.documentai.v1.IProcessRequest
/** Of each method: the answer, or an error by its code; `undefined`: never. */
export type GrpcAnswer = (
  request: Request,
  cancelled: () => boolean,
) => object | { code: number; details: string } | undefined

const methodOf = <In, Out>(
  path: string,
  decode: (bytes: Buffer) => In,
  encode: (answer: Out) => Uint8Array,
): MethodDefinition<In, Out> => ({
  path,
  requestStream: false,
  responseStream: false,
  requestSerialize: () => Buffer.alloc(0),
  requestDeserialize: decode,
  responseSerialize: (answer) => Buffer.from(encode(answer)),
  responseDeserialize: () => {
    throw new Error('only served')
  },
})

const service = '/google.cloud.documentai.v1.DocumentProcessorService'
const methods = {
  process: methodOf(
    `${service}/ProcessDocument`,
    (bytes) => v1.ProcessRequest.decode(bytes) as Request,
    (answer: object) => v1.ProcessResponse.encode(v1.ProcessResponse.fromObject(answer)).finish(),
  ),
  batch: methodOf(
    `${service}/BatchProcessDocuments`,
    (bytes) => v1.BatchProcessRequest.decode(bytes) as Request,
    (answer: object) => longrunning.Operation.encode(longrunning.Operation.fromObject(answer)).finish(),
  ),
  operation: methodOf(
    '/google.longrunning.Operations/GetOperation',
    (bytes) => longrunning.GetOperationRequest.decode(bytes) as Request,
    (answer: object) => longrunning.Operation.encode(longrunning.Operation.fromObject(answer)).finish(),
  ),
}

/**
 * Document AI's gRPC protocol on 127.0.0.1, from the messages of Google's own package.
 * @param encryption absent: none
 */
export async function startFakeDocumentAiGrpc(
  answers: Partial<Record<keyof typeof methods, GrpcAnswer>>,
  encryption?: { readonly key: Buffer; readonly certificate: Buffer },
) {
  const server = new Server()
  const calls: { readonly request: Request; cancelled: boolean }[] = []
  const handlers = Object.fromEntries(
    Object.keys(methods).map((name): [string, handleUnaryCall<Request, object>] => [
      name,
      (call, callback) => {
        const received = { request: call.request, cancelled: false }
        calls.push(received)
        call.on('cancelled', () => (received.cancelled = true))
        const said = answers[name as keyof typeof methods]?.(call.request, () => received.cancelled)
        if (said === undefined) return
        if ('details' in said) callback(said as ServiceError, null)
        else callback(null, said)
      },
    ]),
  )
  server.addService(methods, handlers)
  const credentials =
    encryption === undefined
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(null, [{ private_key: encryption.key, cert_chain: encryption.certificate }])
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', credentials, (error, bound) => (error === null ? resolve(bound) : reject(error)))
  })
  return { port, calls, stop: () => server.forceShutdown() }
}

/** A message as an operation holds it. */
export const packed = (statuses: readonly object[]): object => ({
  type_url: 'type.googleapis.com/google.cloud.documentai.v1.BatchProcessMetadata',
  value: v1.BatchProcessMetadata.encode(
    v1.BatchProcessMetadata.fromObject({ state: 'SUCCEEDED', individualProcessStatuses: statuses }),
  ).finish(),
})

import { api, AppError, type Endpoint } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** A method that an address of the table does not have is 405 and names those it has (RFC 9110, 15.5.6). */
export function refuseOtherMethods(app: FastifyInstance): void {
  const byPath = Map.groupBy(Object.values<Endpoint>(api), ({ path }) => path)
  for (const [url, endpoints] of byPath) {
    // The router answers HEAD for every GET (9.1).
    const allowed = endpoints.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method as string]))
    app.route({
      method: METHODS.filter((method) => !allowed.includes(method)),
      url,
      onRequest: async (_request, reply) => {
        reply.header('allow', allowed.join(', '))
        throw new AppError('method_not_allowed')
      },
      handler: async () => {},
    })
  }
}

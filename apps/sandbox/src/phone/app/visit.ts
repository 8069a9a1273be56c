import type { Language } from '@avouch/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppSession } from './model.ts'

/** What a route is given: whose phone it is, and the language. */
export type Visit = { request: FastifyRequest; reply: FastifyReply; session: AppSession; language: Language }
export type Work = (visit: Visit) => Promise<unknown>
export type AddRoute = (path: string, work: Work) => unknown

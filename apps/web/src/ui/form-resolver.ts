import '#api/zod-config.ts'
import type { Schema } from '@avouch/contract'
import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues, Resolver } from 'react-hook-form'

export const resolverOf = <Values extends FieldValues>(schema: Schema<Values, Values>): Resolver<Values, unknown> =>
  zodResolver(schema)

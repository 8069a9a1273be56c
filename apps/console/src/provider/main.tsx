import { startConsole } from '../console.tsx'
import { ProviderConsole } from './provider-console.tsx'

startConsole(<ProviderConsole />).catch(reportError)

import { startConsole } from '../console.tsx'
import { ProviderConsole } from './provider-console.tsx'

void startConsole(<ProviderConsole />)

import '@awards/shared/theme/fonts.css'
import '@awards/shared/theme/tokens.css'
import '@awards/shared/theme/reset.css'
import { startSite } from './app/start-site.tsx'

const root = document.getElementById('root')
if (root) void startSite(root)

import { z } from 'zod'

// The content security policy forbids eval; without this zod would try it once, which is reported.
z.config({ jitless: true })

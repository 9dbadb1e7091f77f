// A whole app with its database, or a page with five bundles, takes its time on a busy machine.
import.meta.jest.setTimeout(240_000)

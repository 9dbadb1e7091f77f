import { lazy } from 'react'

/** The cropper comes when somebody crops. */
export const LazyCropDialog = lazy(async () => {
  const { CropDialog } = await import('./crop-dialog.tsx')
  return { default: CropDialog }
})

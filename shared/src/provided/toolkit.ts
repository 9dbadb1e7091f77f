// What the site uses of @reduxjs/toolkit; the host provides this module under the package's name.
export { combineSlices, configureStore, createSlice } from '@reduxjs/toolkit'

import path from 'node:path'
import importLoader from './import-loader.cjs'

const ROOT = path.resolve(__dirname, '../../..')

const load = (source: string, isRemote = true) =>
  importLoader.call(
    { getOptions: () => ({ isRemote }), resourcePath: path.join(ROOT, 'mf-jury/src/x.tsx') },
    source,
  )

test('components and icons are imported from their own modules, types are dropped', () => {
  expect(load("import { Button, DatePicker as Day, type FormProps } from 'antd'\n")).toBe(
    "import Button from 'antd/es/button';import Day from 'antd/es/date-picker'\n",
  )
  expect(load("import { PlusOutlined } from '@ant-design/icons'")).toBe(
    "import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'",
  )
  expect(load("import type { FormProps } from 'antd'")).toBe(
    "import type { FormProps } from 'antd'",
  )
})

test.each([
  ["import { Buton } from 'antd'", 'antd has no component "Buton" (imported in mf-jury/src/x.tsx)'],
  ["import * as antd from 'antd'", `Write "import { Button } from 'antd'" in mf-jury/src/x.tsx`],
  [
    "import { useFormAction } from 'react-router-dom'",
    'Add the name to shared/src/provided/router.ts',
  ],
  [
    "import { connect } from 'react-redux'",
    'takes connect from react-redux, which the shell does not provide',
  ],
  ["import { useNavigate } from 'react-router'", 'only the shell and @awards/shared may'],
  ["import { z } from 'zod'", 'only the shell and @awards/shared may'],
  ["import { thunk } from '@reduxjs/toolkit/query'", 'is not shared'],
  ["import { mockApi } from '@awards/shared/testing'", 'is not shared'],
  ["export * from 'axios'", 'name what you re-export'],
])('%s fails the build of a remote', (source, message) => {
  expect(() => load(source)).toThrow(message)
})

test('what the shell provides, and what is the remote’s own, may be imported', () => {
  const source = [
    "import { Link, type RouteObject } from 'react-router-dom'",
    "import utc from 'dayjs/plugin/utc'",
    "import { api } from '@awards/shared/client'",
    "import Lightbox from 'yet-another-react-lightbox'",
    "import { x } from './x.ts'",
  ].join('\n')
  expect(load(source)).toBe(source)
})

import { InputNumber } from 'antd'

// In a chunk of its own: most programmes ask for no number, and antd's field for one is larger than all other kinds.
export { InputNumber as NumberInput }

/** The base of every icon, one copy in the host: its context carries the nonce of the content security policy. */
export { default } from '@ant-design/icons/es/components/AntdIconLight'

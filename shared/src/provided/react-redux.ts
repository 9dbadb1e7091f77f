// What the site uses of react-redux; the host provides this module under the package's name.
export { Provider, ReactReduxContext, useDispatch, useSelector } from 'react-redux'

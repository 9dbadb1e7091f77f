import { refusal } from './wallet-api.ts'
import type { ApiAnswer, ApiRequest, Dependencies } from './wallet-api.ts'
import { walletOrders } from './wallet-orders.ts'
import { walletPapers } from './wallet-papers.ts'
import { walletRefunds } from './wallet-refunds.ts'

/** The provider's calls, under the names of the mainland and of the cross-border contract. */
export function walletCalls(dependencies: Dependencies) {
  const orders = walletOrders(dependencies)
  const refunds = walletRefunds(dependencies)
  const papers = walletPapers(dependencies)

  return function answer({ method, url, body }: ApiRequest): ApiAnswer {
    const { pathname, searchParams } = url
    const isGlobal = pathname.startsWith('/v3/global/')
    const path = pathname
      .replace('/v3/global/transactions', '/v3/pay/transactions')
      .replace(/^\/v3\/global\/refunds(\/out-refund-no)?/, '/v3/refund/domestic/refunds')
      .replace('/v3/global/certificates', '/v3/certificates')
    const [, order, close] =
      /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(path) ?? []
    const [, refund] = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(path) ?? []

    if (method === 'POST') {
      if (path === '/v3/pay/transactions/native') return orders.create(body, isGlobal)
      if (order && close) return orders.close(decodeURIComponent(order))
      if (path === '/v3/refund/domestic/refunds') return refunds.request(body)
    }
    if (method === 'GET') {
      if (order && !close) return orders.query(decodeURIComponent(order), searchParams.get('mchid'))
      if (refund) return refunds.query(decodeURIComponent(refund))
      if (path === '/v3/certificates') return papers.certificates()
      if (path === '/v3/global/statements') return papers.statement(searchParams.get('date'))
      if (path === '/v3/bill/tradebill') {
        return papers.bill(searchParams.get('bill_date'), url.host)
      }
      if (path === '/v3/billdownload/file') return papers.download(searchParams.get('token'))
    }
    return refusal(404, 'RESOURCE_NOT_EXISTS', `${method} ${pathname}`)
  }
}

import { api, mutationOf, queryOf } from '@awards/shared/client'
import { account, publication, session } from '@awards/shared/contract'

const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: mutationOf(build, session.login),
    register: mutationOf(build, session.register),
    verifyCode: mutationOf(build, session.verifyCode),
    resetPassword: mutationOf(build, session.resetPassword),
    changePassword: mutationOf(build, session.changePassword),
    devices: queryOf(build, account.devices, { tags: ['user'] }),
    forgetDevices: mutationOf(build, account.forgetDevices, { invalidates: ['user'] }),
    areaCodes: queryOf(build, publication.getGlobalAreaCode, { tags: ['content'] }),
    // The picture is an ornament here: without it the page works, so a failure shows no toast.
    featuredWinners: queryOf(build, publication.indexWinnerList, { skipErrorHandler: true }),
  }),
})

export const {
  useLoginMutation,
  useRegisterMutation,
  useVerifyCodeMutation,
  useResetPasswordMutation,
  useChangePasswordMutation,
  useDevicesQuery,
  useForgetDevicesMutation,
  useAreaCodesQuery,
  useFeaturedWinnersQuery,
} = sessionApi

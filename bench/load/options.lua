wrk.method = 'OPTIONS'

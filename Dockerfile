# The mock of all interfaces and their docs: npm run build && docker build -t rulebound .
ARG BASE=node:24-slim
FROM ${BASE}
COPY dist/package /opt/rulebound
USER 65532:65532
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=2s --start-period=5s \
  CMD ["node", "-e", "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; Promise.any(['http', 'https'].map((scheme) => fetch(scheme + '://127.0.0.1:4010/_control/health').then(({ ok }) => ok || Promise.reject()))).then(() => process.exit(0), () => process.exit(1))"]
# Without RULEBOUND_CONTROL_TOKEN, the control plane is off, except for its health check.
ENTRYPOINT ["node", "/opt/rulebound/src/cli/rulebound.js", "mock", "--host", "0.0.0.0", "--control", "with-token"]

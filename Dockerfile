# The mock of all interfaces. It needs the built package: npm run build && docker build -t rulebound .
ARG BASE=node:24-slim
FROM ${BASE}
COPY dist/package /opt/rulebound
USER 65532:65532
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=2s --start-period=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4010/_control/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without RULEBOUND_CONTROL_TOKEN, the control plane is off, except for its health check.
ENTRYPOINT ["node", "/opt/rulebound/src/cli/rulebound.js", "mock", "--host", "0.0.0.0", "--control", "with-token"]

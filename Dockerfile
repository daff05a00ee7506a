# Vivarium Table in a container. Everything worth keeping is in /data: give that volume a name.
FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_ROOT_USER_ACTION=ignore

WORKDIR /srv/vivarium

# The packages first: they change less often than the code.
COPY requirements.txt ./
RUN pip install --require-hashes -r requirements.txt

COPY pyproject.toml README.md LICENSE ./
COPY app app
COPY templates templates
COPY static static
COPY migrations migrations
# In place, because templates, static files and migrations are read from beside the code.
RUN pip install --no-deps --no-build-isolation --editable . \
    && python -m compileall -q app migrations \
    && groupadd --gid 10001 vivarium \
    && useradd --uid 10001 --gid vivarium --no-create-home --shell /usr/sbin/nologin vivarium \
    && install --directory --owner=vivarium --group=vivarium --mode=0700 /data

# By number, so that a cluster can tell that it is not root.
USER 10001:10001
ENV VIVARIUM_DATA_DIR=/data
VOLUME /data
EXPOSE 8000

# Asked directly, whatever proxy the environment names.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 CMD ["python", "-c", "\
import os, urllib.request; \
port = os.environ.get('VIVARIUM_PORT') or '8000'; \
direct = urllib.request.build_opener(urllib.request.ProxyHandler({})); \
direct.open(f'http://127.0.0.1:{port}/healthz', timeout=4)"]

ENTRYPOINT ["vivarium"]
CMD ["serve"]

/**
 * The baseline for the request benches: a bare node:http server. It reads each request body and responds with the
 * bytes that it received on standard input.
 */
import { createServer } from 'node:http';

const answer = await new Promise<Buffer>((resolve) => {
	const chunks: Buffer[] = [];
	process.stdin
		.on('data', (chunk: Buffer) => chunks.push(chunk))
		.on('end', () => resolve(Buffer.concat(chunks)));
});

const server = createServer((request, response) => {
	request.resume().on('end', () => {
		response.writeHead(200, {
			'content-type': 'application/json; charset=utf-8',
			'content-length': answer.length,
		});
		response.end(answer);
	});
});

server.listen(0, '127.0.0.1', () => {
	const address = server.address();
	process.stdout.write(
		`${JSON.stringify({ port: typeof address === 'object' ? address?.port : undefined })}\n`,
	);
});
// On any message from the parent, reports this process's processor time so far, milliseconds.
process.on('message', () => {
	const { user, system } = process.cpuUsage();
	process.send?.((user + system) / 1_000);
});
// The parent kills this process. If the parent ends without killing it, the process exits on its own.
process.on('disconnect', () => process.exit(0));

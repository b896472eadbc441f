// The bundler keeps the folder in which it is loaded. Tests share it, and some enter a folder that they remove.
import 'esbuild'

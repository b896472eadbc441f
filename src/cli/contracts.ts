#!/usr/bin/env node
import { Command } from 'commander'
import { mockCommand } from './mock.ts'

const program = new Command('contracts')
  .description('OpenAPI contracts for nine systems: mock them, call them, check servers against them.')
  .addCommand(mockCommand)

await program.parseAsync()
